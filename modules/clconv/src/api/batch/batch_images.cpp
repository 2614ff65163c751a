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
#include <numeric>

namespace cv
{
namespace clconv
{
namespace
{

//! Marks outputs in the memory of a source. Images over a caller's memory, which may be several buffers there, are
//! compared one by one.
void markSharing(const std::vector<UMat>& sources, const std::vector<UMat>& outputs, std::vector<bool>& marked)
{
    std::vector<const UMatData*> read;
    read.reserve(sources.size());
    for (const UMat& source : sources)
        read.push_back(source.u);
    std::sort(read.begin(), read.end());
    for (size_t i = 0; i < outputs.size(); ++i)
        if (std::binary_search(read.begin(), read.end(), outputs[i].u) ||
            (isTemporary(outputs[i]) &&
             std::any_of(sources.begin(), sources.end(),
                         [&](const UMat& source) { return clconv::shareMemory(source, outputs[i]); })))
            marked[i] = true;
    if (std::any_of(sources.begin(), sources.end(), isTemporary))
        for (size_t i = 0; i < outputs.size(); ++i)
            for (const UMat& source : sources)
                if (isTemporary(source) && clconv::shareMemory(source, outputs[i]))
                    marked[i] = true;
}

//! Marks outputs that have pixels in common with an earlier one. Sorted by their first byte, an image can only overlap
//! those that begin before its last one. Those over a caller's memory are compared one by one.
void markOverlapping(const std::vector<UMat>& outputs, std::vector<bool>& marked)
{
    std::vector<size_t> sorted(outputs.size());
    std::iota(sorted.begin(), sorted.end(), size_t(0));
    std::sort(sorted.begin(), sorted.end(),
              [&](size_t a, size_t b)
              {
                  const UMat &first = outputs[a], &second = outputs[b];
                  return first.u != second.u ? first.u < second.u : first.offset < second.offset;
              });
    const auto compare = [&](size_t a, size_t b)
    {
        if (intersect(outputs[a], outputs[b]))
            marked[std::max(a, b)] = true;
    };
    for (size_t i = 0; i < sorted.size(); ++i)
    {
        const UMat& image = outputs[sorted[i]];
        const size_t end = image.offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
        for (size_t j = i + 1; j < sorted.size(); ++j)
        {
            const UMat& next = outputs[sorted[j]];
            if (next.u != image.u || next.offset >= end)
                break;
            compare(sorted[i], sorted[j]);
        }
    }
    for (size_t i = 0; i < outputs.size(); ++i)
        for (size_t j = 0; j < i && isTemporary(outputs[i]); ++j)
            if (isTemporary(outputs[j]) && outputs[j].u != outputs[i].u)
                compare(j, i);
}

} // namespace

BatchImages::BatchImages(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType) : dst_(dst)
{
    const int count = int(src.total());
    src.getUMatVector(sources_);
    dst.create(count, 1, dstType);
    outputs_.reserve(sources_.size());
    for (int i = 0; i < count; ++i)
    {
        const UMat before = dst.getUMat(i);
        isMade_.push_back(before.size() != sources_[size_t(i)].size() || before.type() != dstType);
        dst.create(sources_[size_t(i)].size(), dstType, i);
        outputs_.push_back(dst.getUMat(i));
    }
    results_ = outputs_;
    isTemporary_.resize(outputs_.size());
    markSharing(sources_, outputs_, isTemporary_);
    markOverlapping(outputs_, isTemporary_);
    for (size_t i = 0; i < results_.size(); ++i)
        if (isTemporary_[i])
            results_[i] = UMat(outputs_[i].size(), dstType);
    waits_ = std::any_of(sources_.begin(), sources_.end(), isTemporary) ||
             std::any_of(outputs_.begin(), outputs_.end(), isTemporary);
}

BatchImages::~BatchImages()
{
    for (UMat& source : sources_)
        withoutThrowing("the source of a batch cannot be released", [&]() { source.release(); });
}

void BatchImages::discardMade(const std::vector<bool>& done)
{
    for (size_t i = 0; i < results_.size(); ++i)
    {
        if (done[i] || !(isTemporary_[i] || isMade_[i]))
            continue;
        results_[i].release();
        if (isTemporary_[i])
            continue;
        outputs_[i].release();
        dst_.getUMatRef(int(i)).release();
    }
}

void BatchImages::keepMade(size_t i)
{
    if (!isTemporary_[i] && outputs_[i].empty())
        outputs_[i] = dst_.getUMatRef(int(i)) = results_[i];
}

void BatchImages::write()
{
    for (size_t i = 0; i < results_.size(); ++i)
    {
        if (!isTemporary_[i])
            continue;
        try
        {
            copyImage(results_[i], outputs_[i]);
            if (isTemporary(outputs_[i]))
                finishQueue();
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("the device cannot copy a result, it is copied through the host: ") + e.what());
            MappedImage target(outputs_[i]);
            results_[i].copyTo(target.mat);
            target.releaseWritten();
        }
    }
}

void BatchImages::release()
{
    while (!sources_.empty())
    {
        UMat last = std::move(sources_.back());
        sources_.pop_back();
        last.release();
    }
}

} // namespace clconv
} // namespace cv
