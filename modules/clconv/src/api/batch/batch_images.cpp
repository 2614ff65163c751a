// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Outputs of a batch, and whether they can be written directly. Batches have thousands of images: nothing here compares
// all pairs of them.

#include "api/batch/batch_images.hpp"
#include "api/cpu_fallback.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>
#include <functional>

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
                                   [&](const UMat& source) { return clconv::shareMemory(source, outputs[i]); })))
            marked[i] = true;
    }
    if (std::any_of(sources.begin(), sources.end(), isTemporary))
        for (size_t i = 0; i < outputs.size(); ++i)
            for (const UMat& source : sources)
                if (isTemporary(source) && clconv::shareMemory(source, outputs[i]))
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

//! The vector of UMats that an argument is.
std::vector<UMat>& vectorOf(const _InputArray& images)
{
    CV_DbgAssert(images.isUMatVector());
    return *static_cast<std::vector<UMat>*>(images.getObj());
}

} // namespace

BatchImages::BatchImages(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType) :
    sources_(&vectorOf(src)), outputs_(vectorOf(dst))
{
    if (sources_ == &outputs_)
    {
        keptSources_ = outputs_;
        sources_ = &keptSources_;
    }
    const std::vector<UMat>& sources = *sources_;
    const size_t count = sources.size();
    dst.create(int(count), 1, dstType);
    made_.resize(count), marked_.resize(count);
    waits_ = false;
    for (size_t i = 0; i < count; ++i)
    {
        const UMat &source = sources[i], &output = outputs_[i];
        if (output.dims != 2 || output.rows != source.rows || output.cols != source.cols || output.type() != dstType)
        {
            made_[i] = true;
            dst.create(source.size(), dstType, int(i));
        }
        waits_ = waits_ || isTemporary(source) || isTemporary(output);
    }
    markSharing(sources, outputs_, marked_);
    markOverlapping(outputs_, marked_);
    if (std::find(marked_.begin(), marked_.end(), true) != marked_.end())
        temporary_.resize(count);
    results_.reserve(count);
    for (size_t i = 0; i < count; ++i)
    {
        results_.push_back(marked_[i] ? &temporary_[i] : &outputs_[i]);
        if (marked_[i])
            temporary_[i].create(sources[i].size(), dstType);
    }
}

BatchImages::~BatchImages()
{
    for (UMat& source : keptSources_)
        withoutThrowing("the source of a batch cannot be released", [&]() { source.release(); });
}

void BatchImages::discardMade(const std::vector<bool>& done)
{
    for (size_t i = 0; i < results_.size(); ++i)
        if (!done[i] && (marked_[i] || made_[i]))
            results_[i]->release();
}

void BatchImages::write()
{
    for (size_t i = 0; i < temporary_.size(); ++i)
    {
        if (!marked_[i])
            continue;
        try
        {
            copyImage(temporary_[i], outputs_[i]);
            if (isTemporary(outputs_[i]))
                finishQueue();
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("the device cannot copy a result, it is copied through the host: ") + e.what());
            MappedImage target(outputs_[i]);
            temporary_[i].copyTo(target.mat);
            target.releaseWritten();
        }
    }
}

void BatchImages::release()
{
    while (!keptSources_.empty())
    {
        UMat last = std::move(keptSources_.back());
        keptSources_.pop_back();
        last.release();
    }
}

} // namespace clconv
} // namespace cv
