// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL in which single functions fail on a test's request, and else the one of this machine: the library between
// OpenCV and clconv on one side and the ICD loader on the other.

#pragma once

namespace clconv_faults
{

//! What can be made to fail, and the code it then gives.
enum class Function
{
    CreateBuffer, //!< CL_MEM_OBJECT_ALLOCATION_FAILURE
    CopyBuffer,   //!< also of a rectangle; CL_OUT_OF_RESOURCES
    ReadBuffer,   //!< likewise
    Unmap,        //!< CL_OUT_OF_RESOURCES
    ReleaseImage, //!< clReleaseMemObject of what is no buffer; CL_OUT_OF_RESOURCES
    Count
};

//! While it lives, calls of a function fail, in every thread; one for each function at a time.
class Failing
{
public:
    //! @param first so many calls succeed before
    //! @param count so many fail then; negative: all
    explicit Failing(Function function, int first = 0, int count = -1);
    ~Failing();
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    //! How many have failed: a test that needs the fault makes sure of it.
    int failed() const;

private:
    const Function function_;
};

//! While it lives, clEnqueueCopyBufferRect refuses rectangles as NVIDIA's driver does: the last row has to end inside the
//! buffer together with its padding, up to the row pitch. By OpenCL 1.2 its last byte suffices, and so it does for PoCL.
struct StrictRectangles
{
    StrictRectangles();
    ~StrictRectangles();
    StrictRectangles(const StrictRectangles&) = delete;
    StrictRectangles& operator=(const StrictRectangles&) = delete;
};

//! Where this library lies, for OPENCV_OPENCL_RUNTIME.
const char* libraryPath();

} // namespace clconv_faults
