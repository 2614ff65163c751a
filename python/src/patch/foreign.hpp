// SPDX-License-Identifier: Apache-2.0
//
// cv2.UMats of a cv2 with an OpenCV of its own, such as pip's. Their buffers are used in place, in the OpenCL context
// of that OpenCV, through what cv2 makes public: queue(), handle() and offset. cv2 has no function for type, size and
// step: they are read from the UMat, after the layout has been verified with known UMats.

#pragma once

#include "util/opencl.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <pybind11/pybind11.h>

#include <memory>

namespace clconv_python {

namespace py = pybind11;

//! Makes what is enqueued on `second` from now on wait for all that is on `first`, in order or not.
void orderQueues(const cl::CommandQueue& first, const cl::CommandQueue& second);

enum class ForeignUMats
{
    Usable,
    Unknown, //!< their layout is unknown
    OnHost   //!< cv2 uses no OpenCL device
};

//! Whether UMats of this cv2 can be used. Initialises OpenCL.
ForeignUMats foreignUMats(py::handle type);

//! A call on such UMats. While it lives, clconv's OpenCV uses their context in this thread, on a queue of its own that
//! is ordered with that of cv2, and getUMat() and setUMat() take them.
class ForeignCall
{
public:
    //! @param timed whether the queue of the call measures times
    //! @throws std::exception where there is no context, or clconv's OpenCV cannot use it
    ForeignCall(py::handle type, bool timed);
    ForeignCall(const ForeignCall&) = delete;
    ForeignCall& operator=(const ForeignCall&) = delete;
    //! Makes cv2's queue wait for the call.
    ~ForeignCall();

    //! The call of this thread, or null.
    static ForeignCall* current();

    //! Allows the call to write the UMat; for None makes a new one.
    //! @param depth of a new one; negative: that of src
    //! @returns the UMat that the call writes; null where its size or type is not the result's
    py::object output(py::handle src, py::handle dst, int depth);

    //! Makes the call wait for what is on cv2's queue; called when all images are wrapped.
    void start();

    //! A UMat over the buffer: the same for all that share it, so that clconv sees where they overlap.
    cv::UMat wrap(py::handle object);

private:
    const py::handle type_;
    cl::CommandQueue theirs_;
    std::unique_ptr<cv::ocl::OpenCLExecutionContextScope> scope_;
    std::vector<cv::UMat> buffers_;
    ForeignCall* const outer_; //!< of this thread, when this one began
};

} // namespace clconv_python
