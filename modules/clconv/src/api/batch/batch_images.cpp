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

namespace cv
{
namespace clconv
{
namespace
{

//! Whether an output is in the memory of a source. Images over a caller's memory are several buffers there, and count
//! as such.
bool shareMemory(const std::vector<UMat>& sources, const std::vector<UMat>& outputs)
{
    std::vector<const UMatData*> read;
    read.reserve(sources.size());
    for (const UMat& source : sources)
        read.push_back(source.u);
    std::sort(read.begin(), read.end());
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const UMat& output)
                       { return isTemporary(output) || std::binary_search(read.begin(), read.end(), output.u); });
}

//! Whether outputs have pixels in common. Sorted by their first byte, an image can only overlap those that begin before
//! its last one.
bool overlapOneAnother(const std::vector<UMat>& outputs)
{
    std::vector<const UMat*> sorted;
    sorted.reserve(outputs.size());
    for (const UMat& output : outputs)
        sorted.push_back(&output);
    std::sort(sorted.begin(), sorted.end(),
              [](const UMat* a, const UMat* b) { return a->u != b->u ? a->u < b->u : a->offset < b->offset; });
    for (size_t i = 0; i < sorted.size(); ++i)
    {
        const UMat& image = *sorted[i];
        const size_t end = image.offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
        for (size_t j = i + 1; j < sorted.size() && sorted[j]->u == image.u && sorted[j]->offset < end; ++j)
            if (intersect(image, *sorted[j]))
                return true;
    }
    return false;
}

} // namespace

BatchImages::BatchImages(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType)
{
    const int count = int(src.total());
    src.getUMatVector(sources_);
    dst.create(count, 1, dstType);
    outputs_.reserve(sources_.size());
    for (int i = 0; i < count; ++i)
    {
        dst.create(sources_[size_t(i)].size(), dstType, i);
        outputs_.push_back(dst.getUMat(i));
    }
    results_ = outputs_;
    if (shareMemory(sources_, outputs_) || overlapOneAnother(outputs_))
        for (UMat& result : results_)
            result = UMat(result.size(), dstType);
}

BatchImages::~BatchImages()
{
    withoutThrowing("the source of a batch cannot be released", [&]() { release(); });
}

void BatchImages::write()
{
    for (size_t i = 0; i < results_.size(); ++i)
    {
        if (results_[i].u == outputs_[i].u)
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
