// SPDX-License-Identifier: Apache-2.0
//
// Arrays of NumPy as cv::Mat and back, over the same memory.
//
// An array (h, w) is a Mat of one channel, (h, w, c) one of c channels, (n) a column, since OpenCV 5 a row. A Mat needs
// pixels without gaps within a row, and rows that go down in memory without overlap; NumPy's strides allow more.

#pragma once

#include <opencv2/core.hpp>
#include <pybind11/numpy.h>

namespace clconv_python {

namespace py = pybind11;

//! A Mat for reading, over the memory of `array`. If a Mat cannot have its layout, `array` is replaced by a contiguous
//! copy; integers of 64 bits are copied to 32 bits, or refused if their values do not fit.
cv::Mat inputMat(py::array& array, const char* name);

//! A Mat for writing, over the array's memory; refuses arrays that would have to be copied.
cv::Mat outputMat(const py::array& array, const char* name);

//! An array over the Mat's memory, which it keeps alive.
py::array toArray(const cv::Mat& mat);

} // namespace clconv_python
