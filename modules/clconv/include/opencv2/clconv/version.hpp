// SPDX-License-Identifier: Apache-2.0
//
// The version of clconv, for the preprocessor. CMake reads it from here. opencv2/clconv.hpp includes this header.

#ifndef OPENCV_CLCONV_VERSION_HPP
#define OPENCV_CLCONV_VERSION_HPP

//! @cond
#define CLCONV_VERSION_JOIN_(a, b, c) #a "." #b "." #c
#define CLCONV_VERSION_TEXT_(a, b, c) CLCONV_VERSION_JOIN_(a, b, c)
//! @endcond

//! @addtogroup clconv
//! @{

//! A new major or minor version may change the interface, and is a shared library of another name.
#define CLCONV_VERSION_MAJOR 0
//! See CLCONV_VERSION_MAJOR.
#define CLCONV_VERSION_MINOR 2
//! A new patch version may replace the library without rebuilding the programs that use it.
#define CLCONV_VERSION_PATCH 0

//! The three as a string, such as "1.2.3".
#define CLCONV_VERSION CLCONV_VERSION_TEXT_(CLCONV_VERSION_MAJOR, CLCONV_VERSION_MINOR, CLCONV_VERSION_PATCH)

//! @}

#endif // OPENCV_CLCONV_VERSION_HPP
