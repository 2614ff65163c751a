// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Order, overlap, temporary images.

#include "api/several/mats_one_by_one.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! The bytes of an image.
typedef std::pair<const uchar*, const uchar*> Bytes;

Bytes bytesOf(const Mat& image)
{
    return Bytes(image.data, image.ptr(image.rows - 1) + image.elemSize() * size_t(image.cols));
}

//! Whether an output lies over a source. Sorted by their first byte, of all sources that begin before an output's end
//! the one with the last end matters.
//! @param parents sources are regions that read their parents
bool overlap(const std::vector<Mat>& sources, const std::vector<Mat>& outputs, bool parents)
{
    std::vector<Bytes> read;
    read.reserve(sources.size());
    for (const Mat& source : sources)
        read.push_back(parents ? Bytes(source.datastart, source.dataend) : bytesOf(source));
    std::sort(read.begin(), read.end());
    for (size_t i = 1; i < read.size(); ++i)
        read[i].second = std::max(read[i].second, read[i - 1].second); // from here on: of this one and those before
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const Mat& output)
                       {
                           const Bytes written = bytesOf(output);
                           const auto behind =
                               std::lower_bound(read.begin(), read.end(), Bytes(written.second, nullptr));
                           return behind != read.begin() && (behind - 1)->second > written.first;
                       });
}

//! UMats to Mats, or the reverse, one by one, each through a temporary image of the kind of the outputs: like
//! filter2D on the CPU to Mats, on the device to UMats.
template<typename Image>
void runMixed(InputArrayOfArrays src, std::vector<Image>& outputs, const BatchCall& batch)
{
    std::vector<Image> results(outputs.size());
    for (size_t i = 0; i < results.size(); ++i)
    {
        const int image = int(i);
        const Call call = batch.of(i, src.size(image));
        setLastImplementation(src.isUMatVector() ? run(src.getUMat(image), results[i], call)
                                                 : run(src.getMat(image), results[i], call));
    }
    for (size_t i = 0; i < results.size(); ++i)
        results[i].copyTo(outputs[i]);
}

} // namespace

void runOnMats(const std::vector<Mat>& sources, OutputArrayOfArrays dst, const BatchCall& batch)
{
    const int count = int(sources.size()), dstType = batch.filters[0].dstType;
    for (Call call : batch.filters) // cv::filter2D rejects its arguments before anything is written
    {
        Mat pixel;
        call.size = Size(1, 1);
        runOnCpu(sources[0](Rect(0, 0, 1, 1)), pixel, call);
    }
    dst.create(count, 1, dstType);
    std::vector<Mat> outputs;
    for (int i = 0; i < count; ++i)
    {
        dst.create(sources[size_t(i)].size(), dstType, i);
        outputs.push_back(dst.getMat(i));
    }
    const bool separate = !overlap(sources, outputs, !(batch.filters[0].border & BORDER_ISOLATED));
    std::vector<Mat> results;
    for (size_t i = 0; i < sources.size(); ++i)
    {
        results.push_back(separate ? outputs[i] : Mat(outputs[i].size(), dstType));
        setLastImplementation(run(sources[i], results[i], batch.of(i, sources[i].size())));
    }
    for (size_t i = 0; i < sources.size() && !separate; ++i)
        results[i].copyTo(outputs[i]);
}

void runMixed(InputArrayOfArrays src, OutputArrayOfArrays dst, const BatchCall& batch)
{
    const int count = int(src.total()), dstType = batch.filters[0].dstType;
    dst.create(count, 1, dstType);
    std::vector<UMat> umats;
    std::vector<Mat> mats;
    for (int i = 0; i < count; ++i)
    {
        dst.create(src.size(i), dstType, i);
        if (dst.isUMatVector())
            umats.push_back(dst.getUMat(i));
        else
            mats.push_back(dst.getMat(i));
    }
    if (dst.isUMatVector())
        runMixed(src, umats, batch);
    else
        runMixed(src, mats, batch);
}

} // namespace clconv
} // namespace cv
