// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The launch, and the text.

#include "dispatch/rehearsal.hpp"
#include "runtime/launch.hpp"
#include "runtime/launch_batch.hpp"

namespace cv { namespace clconv {
namespace {

void rehearseBatch(const Rehearsal& rehearsal, const CompiledPlan& compiled, const CoefficientSet& taps)
{
    const Geometry& g = rehearsal.geometry;
    const auto zeros = [](int depth, int channels, size_t step, size_t offset, int height)
    {
        const int type = CV_MAKETYPE(depth, channels), rows = height + int(offset / step) + 1;
        return UMat(rows, int(step / CV_ELEM_SIZE(type)) + 1, type, Scalar::all(0));
    };
    const Problem& p = rehearsal.image;
    std::vector<UMat> images;
    std::vector<BatchItem> items;
    for (int i = 0; i < 2; ++i)
    {
        images.push_back(zeros(p.srcDepth, p.channels, g.srcStep, g.srcOffset, p.readable.height));
        images.push_back(zeros(p.dstDepth, p.channels, g.dstStep, g.dstOffset, p.size.height));
    }
    for (int i = 0; i < 2; ++i)
        items.push_back({&images[size_t(2 * i)], &images[size_t(2 * i + 1)], &p, g, &taps});
    launchBatch(compiled, rehearsal.problem, items, 0);
    finishQueue();
}

std::vector<int> numbersOf(const Problem& problem)
{
    const auto fields = problem.fields();
    return std::vector<int>(fields.begin(), fields.end());
}

Problem problemOf(const FileNode& node)
{
    std::vector<int> numbers;
    node >> numbers;
    Problem problem = Problem();
    auto fields = problem.fields();
    CV_Assert(numbers.size() == fields.size());
    std::copy(numbers.begin(), numbers.end(), fields.begin());
    problem.setFields(fields);
    return problem;
}

} // namespace

void rehearse(const Rehearsal& rehearsal, const CompiledPlan& compiled)
{
    if (!compiled.context->traits().cpu)
        return;
    const Problem& p = rehearsal.problem;
    const Geometry& g = rehearsal.geometry;
    const int count = compiled.plan.filterCount;
    const std::vector<Mat> zeros(1, Mat::zeros(p.filterSize.height * count, p.filterSize.width, CV_64F));
    const CoefficientSet taps(rehearsal.filter.empty() ? zeros : rehearsal.filter, p.accDepth());
    if (p.images > 1)
        return rehearseBatch(rehearsal, compiled, taps);
    const auto buffer = [](size_t offset, size_t step, int rows)
    { return cl::Buffer(currentContext(), CL_MEM_READ_WRITE, offset + step * size_t(rows)); };
    const cl::Buffer src = buffer(g.srcOffset, g.srcStep, p.readable.height);
    std::vector<cl::Buffer> outputs;
    std::vector<void*> dst;
    for (int f = 0; f < count; ++f)
    {
        outputs.push_back(buffer(g.dstOffset, g.dstStep, p.size.height));
        dst.push_back(outputs.back()());
    }
    runOnBuffers(compiled, p, g, src(), dst, taps, 0);
}

std::string toText(const Rehearsal& rehearsal)
{
    const Geometry& g = rehearsal.geometry;
    FileStorage file("rehearsal.json", FileStorage::WRITE | FileStorage::MEMORY);
    file << "problem" << numbersOf(rehearsal.problem) << "image" << numbersOf(rehearsal.image);
    file << "specialized" << int(rehearsal.problem.specializedTaps != nullptr);
    file << "geometry" << std::vector<double>{double(g.srcStep),     double(g.srcOffset), double(g.srcOrigin.x),
                                              double(g.srcOrigin.y), double(g.dstStep),   double(g.dstOffset)};
    file << "filter"
         << "[";
    for (const Mat& matrix : rehearsal.filter)
        file << matrix;
    file << "]";
    return file.releaseAndGetString();
}

Rehearsal rehearsalFromText(const std::string& text)
{
    const FileStorage file(text, FileStorage::READ | FileStorage::MEMORY);
    Rehearsal rehearsal = {problemOf(file["problem"]), problemOf(file["image"]), Geometry(), {}};
    std::vector<double> g;
    file["geometry"] >> g;
    const size_t numbers = 6;
    CV_Assert(g.size() == numbers);
    rehearsal.geometry = {size_t(g[0]), size_t(g[1]), Point(int(g[2]), int(g[3])), size_t(g[4]), size_t(g[5])};
    file["filter"] >> rehearsal.filter;
    if (int(file["specialized"]))
        rehearsal.problem.specializedTaps =
            CoefficientSet(rehearsal.filter, rehearsal.problem.accDepth()).specializedTaps();
    return rehearsal;
}

}} // namespace cv::clconv
