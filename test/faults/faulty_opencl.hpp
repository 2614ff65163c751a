// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL in which a test makes single functions fail, otherwise the machine's own: the library between
// OpenCV and clconv on one side and the ICD loader on the other.

#pragma once

namespace clconv_faults
{

//! Functions that can be made to fail, and the error code they then return.
enum class Function
{
    CreateBuffer, //!< CL_MEM_OBJECT_ALLOCATION_FAILURE
    CopyBuffer,   //!< also of a rectangle; CL_OUT_OF_RESOURCES
    ReadBuffer,   //!< likewise
    Unmap,        //!< CL_OUT_OF_RESOURCES
    ReleaseImage, //!< clReleaseMemObject of what is no buffer; CL_OUT_OF_RESOURCES
    Count
};

//! During its lifetime calls of a function fail, in every thread; at most one object per function at a time.
class Failing
{
public:
    //! @param first number of calls that succeed before
    //! @param count number of calls that fail then; negative: all
    explicit Failing(Function function, int first = 0, int count = -1);
    ~Failing();
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    //! The number of failed calls, so that a test can check that the fault happened.
    int failed() const;

private:
    const Function function_;
};

//! The path of this library, for OPENCV_OPENCL_RUNTIME.
const char* libraryPath();

} // namespace clconv_faults
