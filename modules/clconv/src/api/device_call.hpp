// SPDX-License-Identifier: Apache-2.0
//
// What filter2D, filterBank, prepare and explain have in common: a call as a Problem and UMats, and running its plan.

#pragma once

#include "api/arguments.hpp"
#include "dispatch/dispatcher.hpp"

namespace cv { namespace clconv {

//! A call as planning and launching see it.
struct DeviceCall
{
    std::shared_ptr<const CoefficientSet> coefficients;
    Problem problem; //!< with the specialized taps, where the call is to use them
    Geometry geometry;
    std::shared_ptr<const CoefficientSet> numbers; //!< of the stages behind a filter; with weights, the empty value

    //! A rehearsal with copies of the kernels, which may be in a caller's memory.
    Rehearsal rehearsal(const std::vector<Mat>& kernels) const;
};

//! Lets a call wait for its program where the CPU would have to convert the images; null where it need not.
std::unique_ptr<ColdCallsScope> waitWithoutCpu(const Call& call);

//! The coefficients of a call in the type of its sums.
std::shared_ptr<const CoefficientSet> coefficientsOf(ContextCache& cache, const Call& call);

//! @param use whether the call counts towards specialization
DeviceCall describeCall(Dispatcher& dispatcher, const Layout& src, const Layout& dst, const Call& call,
                        SpecializationTable::Use use);

//! The source as a UMat with its parent; it refers to a source that is a UMat. Mat::getUMat loses the parent of a
//! region at the upper left corner, and takes padding at the end of rows for pixels.
class SourceImage
{
public:
    explicit SourceImage(InputArray src);
    //! Logs a failure: OpenCV maps the buffer of a Mat when it is released, and throws if that fails.
    ~SourceImage() { release(); }
    SourceImage(const SourceImage&) = delete;
    SourceImage& operator=(const SourceImage&) = delete;

    const UMat& image() const { return image_; }

    //! Releases the image, and the device's memory, if it was made of a Mat. It is empty then.
    void release() noexcept;

private:
    UMat made_; //!< of a Mat
    const UMat& image_;
};

//! isOnDevice; logs the reason if the image is not. When device memory runs out, OpenCV allocates on the host without
//! an error.
//! @param made what the image is for, if clconv has just allocated it; null for an image that existed before
bool checkOnDevice(const UMat& image, const char* made);

//! Warns if a call may read padding that OpenCV cannot distinguish from pixels.
void warnAboutPadding(InputArray src, const Call& call);

//! Whether the implementation that runs a filter alone computes the stages behind it too.
bool runsBehindItsFilter(Dispatcher& dispatcher, Problem problem);

//! The problem of a call.
//! @param traits of its coefficients
Description describe(const Call& call, const Layout& src, const Layout& dst, const FilterTraits& traits);

//! Runs a call on images of the device that share no memory.
//! @param use whether the call counts towards specialization
//! @param second the second image that stages read, or the mask; null: there is none
//! @returns the implementation; null if none is left or its program is not built, and nothing was launched
const Implementation* runOnUMats(const UMat& src, UMat& dst, const Call& call,
                                 SpecializationTable::Use use = SpecializationTable::Use::Call,
                                 const UMat* second = nullptr);

//! A new UMat on the host, where the device has no memory for it.
UMat newOnHost(Size size, int type);

//! Whether create() will allocate the output.
bool willBeMade(OutputArray dst, const Call& call);

//! Allocates an output that is a Mat.
void createMat(OutputArray dst, const Call& call);

//! The sources of a call, with references to their buffers: where an output is the same UMat, allocating it replaces
//! that buffer.
class RetainedSources
{
public:
    RetainedSources(const UMat* sources, size_t count);
    //! Logs a failure; release() throws it.
    ~RetainedSources();
    RetainedSources(const RetainedSources&) = delete;
    RetainedSources& operator=(const RetainedSources&) = delete;

    const UMat* images() const { return images_.data(); }

    //! Throws if the caller still maps a replaced buffer.
    void release();

private:
    AutoBuffer<UMat, 1> images_;
};

}} // namespace cv::clconv
