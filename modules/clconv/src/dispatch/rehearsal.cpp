// SPDX-License-Identifier: Apache-2.0
//
// The launch of a rehearsal, and its text.

#include "dispatch/rehearsal.hpp"
#include "problem/fusion.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <fstream>

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

//! The numbers of a chain in the order in which they are written.
template<typename Chain, typename Visitor>
void visitNumbers(Chain& chain, const Visitor& visit)
{
    for (auto* number :
         {&chain.result, &chain.above, &chain.below, &chain.margin, &chain.left, &chain.right, &chain.minRows,
          &chain.sourceChannels, &chain.channels, &chain.outputChannels, &chain.secondDepth, &chain.numbers,
          &chain.opaque, &chain.values, &chain.valueMargin, &chain.sideTaps})
        visit(*number);
}

//! @param name of its fields: chain or after
void writeStages(const std::shared_ptr<const Fusion>& some, const std::string& name, FileStorage& file)
{
    std::vector<int> numbers;
    std::string stages;
    if (some)
    {
        visitNumbers(*some, [&](int number) { numbers.push_back(number); });
        stages = some->stages;
        for (const KeptRows& kept : some->kept)
            numbers.insert(numbers.end(), {kept.rows, kept.margin});
    }
    file << name << stages << name + "Numbers" << numbers;
}

//! Refuses text that is no list of stages: it becomes a build option, and anybody may have written it.
std::shared_ptr<const Fusion> readStages(const FileStorage& file, const std::string& name)
{
    const auto chain = std::make_shared<Fusion>();
    file[name] >> chain->stages;
    if (chain->stages.empty())
        return nullptr;
    const int largest = 1 << 26; // as taps along an axis
    const char* const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-,()";
    CV_Assert(chain->stages.find_first_not_of(allowed) == std::string::npos);
    std::vector<int> numbers;
    file[name + "Numbers"] >> numbers;
    size_t next = 0;
    visitNumbers(*chain,
                 [&](int& number)
                 {
                     CV_Assert(next < numbers.size() && std::abs(numbers[next]) < largest);
                     number = numbers[next++];
                 });
    for (; next + 1 < numbers.size(); next += 2)
        chain->kept.push_back({numbers[next], numbers[next + 1]});
    CV_Assert(chain->channels >= 1 && chain->sourceChannels >= 1 && chain->outputChannels >= 1);
    CV_Assert(chain->above >= 0 && chain->below >= 0 && chain->margin >= 0 && chain->numbers >= 1);
    CV_Assert(chain->left >= 0 && chain->right >= 0 && chain->values >= 0 && chain->valueMargin >= 0);
    for (const KeptRows& kept : chain->kept)
        CV_Assert(kept.rows >= 0 && kept.rows < largest && kept.margin >= 0 && kept.margin < largest);
    return chain;
}

//! Refuses numbers that no call can have: they would crash planning or a kernel, and anybody may have written the text.
void check(const Rehearsal& rehearsal)
{
    const auto within = [](double number, double least, double most) { return number >= least && number <= most; };
    const int longest = 1 << 26; // taps along an axis
    for (const Problem* p : {&rehearsal.problem, &rehearsal.image})
    {
        CV_Assert(isKnownDepth(p->srcDepth) && isKnownDepth(p->dstDepth) && isKnownBorder(p->border));
        CV_Assert(within(p->channels, 1, CV_CN_MAX) && within(p->filterCount, 1, maxFilters) && p->images >= 1);
        CV_Assert(within(p->filterSize.width, 1, longest) && within(p->filterSize.height, 1, longest));
        CV_Assert(!p->size.empty() && !p->readable.empty());
        CV_Assert(within(p->rank, 0, maxRank) && within(p->slices, 0, maxSlices) && p->srcPitch >= 0);
        CV_Assert(within(p->rowAlignment, 1, maxRowAlignment) && within(p->outputAlignment, 1, memoryAlignment));
        CV_Assert(within(double(p->rounding), 0, double(Rounding::AverageHalvesUp)));
        CV_Assert(within(double(p->beside), 0, double(Beside::Both)));
        CV_Assert(within(double(p->weights), 0, double(Weights::Floats)));
        CV_Assert(p->sourceBuffers >= 0 && p->outputBuffers >= 0);
        CV_Assert(!p->channelFilters || rehearsal.filter.size() == 1);
    }
    const Problem &all = rehearsal.problem, &p = rehearsal.image;
    CV_Assert(all.images > 1 || all.fields() == p.fields());
    CV_Assert(all.srcDepth == p.srcDepth && all.dstDepth == p.dstDepth && all.channels == p.channels);
    CV_Assert(all.filterSize == p.filterSize && all.border == p.border);
    const Geometry& g = rehearsal.geometry;
    const int channels = p.chain ? p.chain->sourceChannels : p.channels;
    const size_t srcRow = p.srcElemSize() * size_t(channels) * size_t(p.readable.width);
    const size_t dstRow = p.dstElemSize() * size_t(p.channels) * size_t(p.size.width);
    CV_Assert(!g.srcStep || (g.srcStep >= srcRow && g.dstStep >= dstRow));
    CV_Assert(within(g.srcOrigin.x, 1 - p.filterSize.width, p.readable.width - p.size.width));
    CV_Assert(within(g.srcOrigin.y, 1 - p.filterSize.height, p.readable.height - p.size.height));
    const std::vector<Mat>& filter = rehearsal.filter;
    for (const Mat& matrix : filter)
        CV_Assert((matrix.depth() == CV_32F || matrix.depth() == CV_64F) &&
                  matrix.channels() == (p.channelFilters ? p.channels : 1));
    if (p.chain)
    {
        CV_Assert(filter.size() == 1 && filter[0].total() == size_t(p.chain->numbers));
        return;
    }
    CV_Assert(filter.empty() || (filter.size() == 1 && filter[0].size() == p.filterSize) ||
              (filter.size() == 2 && filter[0].total() == size_t(p.filterSize.width) &&
               filter[1].total() == size_t(p.filterSize.height)));
}

} // namespace

void rehearse(const Rehearsal& rehearsal, const CompiledPlan& compiled)
{
    const Problem& p = rehearsal.problem;
    const Geometry& g = rehearsal.geometry;
    if (!compiled.context->traits().cpu || !g.srcStep || (p.chain && p.chain->secondDepth >= 0) ||
        (p.after && p.after->secondDepth >= 0) || p.weights > Weights::NotNaN)
        return;
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
    std::unique_ptr<const CoefficientSet> numbers;
    if (p.after || p.weights != Weights::None)
        numbers.reset(new CoefficientSet({Mat::zeros(1, p.after ? p.after->numbers : 1, CV_64F)}, p.accDepth()));
    runOnBuffers(compiled, p, g, src(), dst, taps, 0, numbers.get());
}

std::string toText(const Rehearsal& rehearsal)
{
    const Geometry& g = rehearsal.geometry;
    FileStorage file("rehearsal.json", FileStorage::WRITE | FileStorage::MEMORY);
    file << "problem" << numbersOf(rehearsal.problem) << "image" << numbersOf(rehearsal.image);
    file << "specialized" << int(rehearsal.problem.specializedTaps != nullptr);
    writeStages(rehearsal.problem.chain, "chain", file);
    writeStages(rehearsal.problem.after, "after", file);
    const int64 geometry[] = {int64(g.srcStep), int64(g.srcOffset), g.srcOrigin.x,
                              g.srcOrigin.y,    int64(g.dstStep),   int64(g.dstOffset)};
    file << "geometry"
         << "[";
    for (int64 number : geometry) // as text: OpenCV 4.10 reads whole numbers from 2^31 on as int
        file << std::to_string(number);
    file << "]";
    file << "filter"
         << "[";
    for (const Mat& matrix : rehearsal.filter)
        file << matrix;
    file << "]";
    return file.releaseAndGetString();
}

void record(const Rehearsal& rehearsal)
{
    static std::mutex mutex;
    static std::set<std::string> recorded;
    if (!rehearsal.geometry.srcStep && !rehearsal.problem.general)
        return;
    std::string text = toText(rehearsal);
    std::replace(text.begin(), text.end(), '\n', ' ');
    const std::lock_guard<std::mutex> lock(mutex);
    if (!recorded.insert(text).second)
        return;
    std::ofstream file(recordPath(), std::ios::app);
    file << text + '\n' << std::flush; // at once: other processes append, too
    if (!file)
        logWarningOnce("OPENCV_CLCONV_RECORD: '" + recordPath() + "' cannot be written");
}

Rehearsal rehearsalFromText(const std::string& text)
{
    const FileStorage file(text, FileStorage::READ | FileStorage::MEMORY);
    Rehearsal rehearsal = {problemOf(file["problem"]), problemOf(file["image"]), Geometry(), {}};
    std::vector<int64> g;
    for (const FileNode& number : file["geometry"])
        g.push_back(int64(std::stoll(std::string(number))));
    const size_t numbers = 6;
    const int64 most = int64(1) << 50, farthest = std::numeric_limits<int>::max();
    CV_Assert(g.size() == numbers && std::all_of(g.begin(), g.end(), [&](int64 n) { return n >= -most && n <= most; }));
    CV_Assert(g[0] >= 0 && g[1] >= 0 && g[4] >= 0 && g[5] >= 0);
    CV_Assert(std::abs(g[2]) <= farthest && std::abs(g[3]) <= farthest);
    rehearsal.geometry = {size_t(g[0]), size_t(g[1]), Point(int(g[2]), int(g[3])), size_t(g[4]), size_t(g[5])};
    file["filter"] >> rehearsal.filter;
    rehearsal.problem.chain = rehearsal.image.chain = readStages(file, "chain");
    rehearsal.problem.after = rehearsal.image.after = readStages(file, "after");
    check(rehearsal);
    CV_Assert(!rehearsal.filter.empty() || !int(file["specialized"]));
    if (int(file["specialized"]))
        rehearsal.problem.specializedTaps =
            CoefficientSet(rehearsal.filter, rehearsal.problem.accDepth()).specializedTaps();
    return rehearsal;
}

}} // namespace cv::clconv
