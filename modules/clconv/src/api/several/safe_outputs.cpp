// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which outputs can be written directly, and copying the others. Batches have thousands of images: nothing here
// compares all pairs of them.

#include "api/several/safe_outputs.hpp"
#include "api/cpu_fallback.hpp"
#include "api/device_call.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Sorts. Images that were allocated one after the other often are in order already.
template<typename T, typename Less>
void sortUnlessSorted(std::vector<T>& values, Less less)
{
    if (!std::is_sorted(values.begin(), values.end(), less))
        std::sort(values.begin(), values.end(), less);
}

//! Marks outputs in the memory of a source. Images over a caller's memory, which may be several buffers there, are
//! compared one by one.
void markSharing(const std::vector<UMat>& sources, const std::vector<UMat>& outputs, std::vector<bool>& marked)
{
    std::vector<const UMatData*> read;
    read.reserve(sources.size());
    for (const UMat& source : sources)
        if (read.empty() || read.back() != source.u)
            read.push_back(source.u);
    sortUnlessSorted(read, std::less<const UMatData*>());
    const UMatData* last = nullptr; // regions of one image follow one another
    bool shared = false;
    for (size_t i = 0; i < outputs.size(); ++i)
    {
        if (outputs[i].u != last)
            shared = std::binary_search(read.begin(), read.end(), outputs[i].u, std::less<const UMatData*>());
        last = outputs[i].u;
        if (shared || (isTemporary(outputs[i]) &&
                       std::any_of(sources.begin(), sources.end(),
                                   [&](const UMat& source) { return shareMemory(source, outputs[i]); })))
            marked[i] = true;
    }
    if (std::any_of(sources.begin(), sources.end(), isTemporary))
        for (size_t i = 0; i < outputs.size(); ++i)
            for (const UMat& source : sources)
                if (isTemporary(source) && shareMemory(source, outputs[i]))
                    marked[i] = true;
}

//! Where an output begins.
struct Start
{
    const UMatData* u;
    size_t offset, index;
};

bool isBefore(const Start& a, const Start& b)
{
    return a.u != b.u ? std::less<const UMatData*>()(a.u, b.u) : a.offset < b.offset;
}

//! Marks outputs that have pixels in common with an earlier one. Sorted by their first byte, an image can only overlap
//! those that begin before its last one. Those over a caller's memory are compared one by one.
void markOverlapping(const std::vector<UMat>& outputs, std::vector<bool>& marked)
{
    std::vector<Start> sorted;
    sorted.reserve(outputs.size());
    for (size_t i = 0; i < outputs.size(); ++i)
        sorted.push_back({outputs[i].u, outputs[i].offset, i});
    sortUnlessSorted(sorted, isBefore);
    const auto compare = [&](size_t a, size_t b)
    {
        if (intersect(outputs[a], outputs[b]))
            marked[std::max(a, b)] = true;
    };
    for (size_t i = 0; i < sorted.size(); ++i)
        for (size_t j = i + 1, end = 0; j < sorted.size() && sorted[j].u == sorted[i].u; ++j)
        {
            const UMat& image = outputs[sorted[i].index];
            if (!end)
                end = image.offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
            if (sorted[j].offset >= end)
                break;
            compare(sorted[i].index, sorted[j].index);
        }
    for (size_t i = 0; i < outputs.size(); ++i)
        for (size_t j = 0; j < i && isTemporary(outputs[i]); ++j)
            if (isTemporary(outputs[j]) && outputs[j].u != outputs[i].u)
                compare(j, i);
}

} // namespace

std::vector<UMat>& vectorOfUMats(const _InputArray& images)
{
    CV_DbgAssert(images.isUMatVector());
    return *static_cast<std::vector<UMat>*>(images.getObj());
}

SafeOutputs::SafeOutputs(const std::vector<UMat>& sources, OutputArrayOfArrays dst, int count, int dstType) :
    outputs_(vectorOfUMats(dst)), made_(size_t(count)), marked_(size_t(count)), waits_(false)
{
    dst.create(count, 1, dstType);
    for (size_t i = 0; i < outputs_.size(); ++i)
    {
        const UMat &source = sources[std::min(i, sources.size() - 1)], &output = outputs_[i];
        if (output.dims != 2 || output.size() != source.size() || output.type() != dstType)
        {
            made_[i] = true;
            dst.create(source.size(), dstType, int(i));
        }
        waits_ = waits_ || isTemporary(source) || isTemporary(output);
    }
    markSharing(sources, outputs_, marked_);
    overSource_ = marked_;
    markOverlapping(outputs_, marked_);
    if (std::find(marked_.begin(), marked_.end(), true) != marked_.end())
        temporary_.resize(outputs_.size());
    results_.reserve(outputs_.size());
    for (size_t i = 0; i < outputs_.size(); ++i)
    {
        results_.push_back(marked_[i] ? &temporary_[i] : &outputs_[i]);
        if (!marked_[i])
            continue;
        temporary_[i].create(outputs_[i].size(), dstType);
        if (ocl::useOpenCL())
            checkOnDevice(temporary_[i], "a temporary result");
    }
}

bool SafeOutputs::moveOneToHost()
{
    for (size_t i = results_.size(); i-- > 0;)
    {
        UMat& result = *results_[i];
        if (!isReplaceable(i) || !isOnDevice(result))
            continue;
        const Size size = result.size();
        const int type = result.type();
        result.release();
        result = newOnHost(size, type);
        return true;
    }
    return false;
}

void SafeOutputs::discardMade(const std::vector<bool>& done)
{
    for (size_t i = 0; i < results_.size(); ++i)
        if (!done[i] && isReplaceable(i))
            results_[i]->release();
}

void SafeOutputs::write(const std::function<Mat(size_t)>& computeAgain)
{
    bool sourcesAreWhole = true;
    size_t i = 0;
    try
    {
        for (; i < temporary_.size(); ++i)
        {
            if (!marked_[i])
                continue;
            copyImage(temporary_[i], outputs_[i]);
            sourcesAreWhole = sourcesAreWhole && !overSource_[i];
            if (isTemporary(outputs_[i]))
                finishQueue();
        }
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device cannot copy results, they are copied through the host: ") + e.what());
        writeThroughHost(i, sourcesAreWhole ? computeAgain : std::function<Mat(size_t)>());
    }
}

//! All results from `first` on are read, or computed again if they cannot be, before the first is written, which may
//! overwrite a source.
void SafeOutputs::writeThroughHost(size_t first, const std::function<Mat(size_t)>& computeAgain)
{
    std::vector<Mat> copies(temporary_.size());
    for (size_t i = first; i < copies.size(); ++i)
        if (marked_[i])
            try
            {
                temporary_[i].copyTo(copies[i]);
            }
            catch (const std::exception&)
            {
                if (!computeAgain)
                    throw;
                copies[i] = computeAgain(i);
            }
    for (size_t i = first; i < copies.size(); ++i)
        if (marked_[i])
        {
            MappedImage target(outputs_[i]);
            copies[i].copyTo(target.mat);
            target.releaseWritten();
        }
}

} // namespace clconv
} // namespace cv
