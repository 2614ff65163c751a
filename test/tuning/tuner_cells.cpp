// SPDX-License-Identifier: Apache-2.0
//
// Parts of clconv_tune that need no device, with fake times: the search, the joining of cells, the lines.

#include "tuned.hpp"

#include "perf/tune/options.hpp"
#include "problem/fusion.hpp"
#include "perf/tune/output/report.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/stat.h>

namespace opencv_test { namespace {

using clconv::Params;

const bench::PixelType bytes = {"8UC1", CV_8UC1, CV_8U}, floats4 = {"32FC4", CV_32FC4, CV_32F};

tune::Library libraryOf(const clconv::DeviceTraits& traits)
{
    return {traits, clconv::loadTuning("")};
}

//! Results for 8UC1, filters of 3, 5 and 7, three sizes, two alignments, in which `direct`, with parameters given for
//! each cell, takes 80 % of the library's time.
tune::TypeResults resultsOf(const tune::Library& library,
                            const std::function<Params(const tune::Position&, const std::string& kernel)>& bestOf)
{
    tune::TypeResults results = {
        tune::makeAxes(bytes, {3, 5, 7}, {Size(7680, 4320), Size(640, 480), Size(1920, 1080)}, {1, 16}), {}, 1};
    for (const std::string kernel : {"random", "gaussian"})
        for (size_t k = 0; k < 3; k++)
            for (size_t s = 0; s < 3; s++)
                for (size_t a = 0; a < 2; a++)
                {
                    const Size size = tune::alignedSize(results.axes.sizes[s], bytes, results.axes.alignments[a]);
                    const bench::Case c = {size, bytes, results.axes.ksizes[k], kernel, bench::gridBorders().front()};
                    tune::Result r = {{c, 1, {k, s, a}, tune::problemOf(c, 1)}, {}, {}};
                    const clconv::Plan own =
                        clconv::makePlan(r.cell.problem, library.traits, clconv::Force(), {}, library.tuning);
                    r.library = r.best = {own.impl->name, own.params, 100};
                    const Params given = bestOf(r.cell.at, kernel);
                    if (!given.empty())
                    {
                        r.best = {"direct", {}, 80};
                        clconv::Decisions best;
                        EXPECT_EQ("", clconv::complete(*clconv::implementationOf("direct"), r.cell.problem,
                                                       library.traits, given, clconv::Tuning(), best));
                        r.best.params = best.params;
                    }
                    results.cells.push_back(r);
                }
    return results;
}

std::vector<std::string> textsOf(const tune::Results& results, const tune::Library& library)
{
    std::vector<std::string> rejected, texts;
    const auto lines = tune::linesOf(results, library, 0.03, rejected);
    for (const tune::Line& line : lines)
        texts.push_back(clconv::toString(line.entry));
    EXPECT_TRUE(rejected.empty()) << rejected.front();
    EXPECT_EQ("", tune::readBack(tune::fileText(lines, {"made up"}), results, lines, library));
    return texts;
}

TEST(Clconv_Tuner, findsWidthsForAlignments)
{
    EXPECT_EQ(std::vector<int>({16, 1}), tune::reachableAlignments(bytes, {1, 16}));
    EXPECT_EQ(std::vector<int>({16}), tune::reachableAlignments(floats4, {1, 16}));
    EXPECT_EQ(Size(1920, 1080), tune::alignedSize(Size(1920, 1080), bytes, 16));
    EXPECT_EQ(Size(1921, 1080), tune::alignedSize(Size(1920, 1080), bytes, 1));
    EXPECT_EQ(Size(1928, 1080), tune::alignedSize(Size(1920, 1080), bytes, 8));
    for (int alignment : {16, 8, 4, 1})
    {
        const Size size = tune::alignedSize(Size(1000, 10), bytes, alignment);
        EXPECT_EQ(alignment, tune::problemOf({size, bytes, 3, "random", bench::gridBorders().front()}, 1).rowAlignment);
    }
}

TEST(Clconv_Tuner, triesKernelsWithBarriersOnACpuOnlyWhereTheyAreNamed)
{
    const auto tries = [](const std::string& list, bool cpu, const std::string& name)
    {
        const std::vector<std::string> names = tune::implementationsToTry(list, cpu);
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const char* name : {"local", "separable", "fft", "fft_large"})
    {
        EXPECT_TRUE(tries("all", false, name)) << name;
        EXPECT_FALSE(tries("all", true, name)) << name;
        EXPECT_TRUE(tries(name, true, name)) << name;
    }
    EXPECT_TRUE(tries("all", true, "cpu_fft"));
    EXPECT_TRUE(tries("all", true, "direct"));
    EXPECT_THROW(tune::implementationsToTry("none", true), bench::UsageError);
}

TEST(Clconv_Tuner, limitsOfSizesAreGeometricMiddles)
{
    const clconv::DeviceTraits gpu = h200();
    const int64 wave = clconv::workItemsPerWave(gpu);
    const std::vector<int64> scalars = {wave, 4 * wave, 100 * wave};
    const auto text = [&](tune::Span span, const clconv::DeviceTraits& traits)
    {
        const clconv::Condition condition = tune::sizeCondition(scalars, span, traits);
        return condition.quantity + "=" + clconv::toString(condition.range);
    };
    EXPECT_EQ("fill=0..2", text({0, 0}, gpu));
    EXPECT_EQ("fill=3..20", text({1, 1}, gpu));
    EXPECT_EQ("fill=21..*", text({2, 2}, gpu));
    EXPECT_EQ("fill=0..20", text({0, 1}, gpu));
    EXPECT_EQ(cv::format("scalars=%d..%d", int(2 * wave) + 1, int(20 * wave)), text({1, 1}, cpuDevice()));
}

TEST(Clconv_Tuner, joinsCellsWithEqualParameters)
{
    const tune::Library library = libraryOf(h200());
    tune::Results results;
    const auto everywhere = [](const tune::Position&, const std::string& kernel) {
        return kernel == "random" ? Params{{"PX", 4}, {"ROWS", 3}} : Params();
    };
    results.types.push_back(resultsOf(library, everywhere));
    const std::vector<std::string> one = textsOf(results, library);
    ASSERT_EQ(1u, one.size());
    EXPECT_EQ(0u, one[0].find("device NVIDIA H200 | 8U | 1 | 3..7 | dense | prefer direct:")) << one[0];

    const auto large = [](const tune::Position& at, const std::string& kernel)
    {
        const int rows = at.alignment == 0 ? 3 : 2;
        return kernel == "random" && at.size == 2 && at.ksize < 2 ? Params{{"PX", 4}, {"ROWS", rows}} : Params();
    };
    results.types[0] = resultsOf(library, large);
    const std::vector<std::string> two = textsOf(results, library);
    ASSERT_EQ(2u, two.size());
    EXPECT_EQ(0u, two[0].find("device NVIDIA H200 | 8U | 1 | 3..5 | dense align=16 fill=")) << two[0];
    EXPECT_NE(std::string::npos, two[0].find("..* | direct:PX=4,ROWS=3")) << two[0];
    EXPECT_EQ(0u, two[1].find("device NVIDIA H200 | 8U | 1 | 3..5 | dense align=1..8 fill=")) << two[1];
}

TEST(Clconv_Tuner, joinsDenseAndSeparableFilters)
{
    const tune::Library library = libraryOf(h200());
    tune::Results results;
    results.types.push_back(resultsOf(library,
                                      [](const tune::Position& at, const std::string&) {
                                          return at.size == 0 ? Params{{"PX", 4}, {"ROWS", 3}} : Params();
                                      }));
    const std::vector<std::string> texts = textsOf(results, library);
    ASSERT_EQ(1u, texts.size());
    EXPECT_EQ(0u, texts[0].find("device NVIDIA H200 | 8U | 1 | 3..7 | fill=0..")) << texts[0];
    EXPECT_NE(std::string::npos, texts[0].find("prefer direct:")) << texts[0]; // the library selects others for some
}

//! A line for banks distinguishes how many filters they have, which the library runs one by one.
TEST(Clconv_Tuner, writesLinesForBanks)
{
    const tune::Library library = libraryOf(h200());
    const bench::Case c = {Size(1920, 1080), bytes, 7, "random", bench::gridBorders().front()};
    tune::Results results;
    results.types.push_back({tune::makeAxes(bytes, {7}, {c.size}, {16}), {}, 3});
    tune::Result r = {{c, 4, {0, 0, 0}, tune::problemOf(c, 4)}, {"", {}, 100}, {"direct", {}, 80}};
    EXPECT_EQ(nullptr, clconv::makePlan(r.cell.problem, library.traits, clconv::Force(), {}, library.tuning).impl);
    clconv::Decisions best;
    EXPECT_EQ("", clconv::complete(*clconv::implementationOf("direct"), r.cell.problem, library.traits, {},
                                   clconv::Tuning(), best));
    r.best.params = best.params;
    results.types[0].cells.push_back(r);
    const std::vector<std::string> texts = textsOf(results, library);
    ASSERT_EQ(1u, texts.size());
    EXPECT_EQ(0u, texts[0].find("device NVIDIA H200 | 8U | 1 | 7 | dense align=16 filters=3..4 | prefer direct"))
        << texts[0];
}

//! A line for chains distinguishes how many rows of the source they depend on, but neither columns nor structure. Of
//! two chains with equally many rows the first decides.
TEST(Clconv_Tuner, writesLinesForChains)
{
    const tune::Library library = libraryOf(h200());
    tune::Results results;
    results.types.push_back({tune::makeAxes(bytes, {5, 7}, {Size(1920, 1080)}, {16}), {}, 1});
    for (const std::string name : {"unsharp", "edges", "levels"})
    {
        const bench::Case c = {Size(1920, 1080), bytes, 5, name, bench::gridBorders().front()};
        clconv::Fusion copy;
        copy.above = copy.below = name == "edges" ? 3 : 2;
        clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(1, 1 + 2 * copy.above), c.size);
        problem.chain = std::make_shared<clconv::Fusion>(copy);
        tune::Result r = {{c, 1, {copy.above == 3 ? size_t(1) : size_t(0), 0, 0}, problem}, {}, {}};
        const clconv::Plan own = clconv::makePlan(problem, library.traits, clconv::Force(), {}, library.tuning);
        ASSERT_TRUE(own.impl);
        r.library = r.best = {own.impl->name, own.params, 100};
        if (name != "levels")
        {
            clconv::Decisions best;
            EXPECT_EQ("", clconv::complete(*own.impl, problem, library.traits, {{"PIXELS", 8}, {"ROWS", 64}},
                                           clconv::Tuning(), best));
            r.best = {own.impl->name, best.params, 80};
        }
        results.types[0].cells.push_back(r);
    }
    const std::vector<std::string> texts = textsOf(results, library);
    ASSERT_EQ(1u, texts.size());
    EXPECT_EQ("device NVIDIA H200 | 8U | 1 | *x5..7 | * | chain:PIXELS=8,ROWS=64", texts[0]);
}

TEST(Clconv_Tuner, doesNotJoinOverACellThatIsNotBeaten)
{
    const tune::Library library = libraryOf(h200());
    tune::Results results;
    results.types.push_back(resultsOf(library,
                                      [](const tune::Position& at, const std::string& kernel) {
                                          return kernel == "random" && at.ksize != 1 ? Params{{"ROWS", 3}} : Params();
                                      }));
    const std::vector<std::string> texts = textsOf(results, library);
    ASSERT_EQ(2u, texts.size());
    EXPECT_NE(std::string::npos, texts[0].find("| 3 | dense |")) << texts[0];
    EXPECT_NE(std::string::npos, texts[1].find("| 7 | dense |")) << texts[1];
}

//! Fake times with one minimum, which the search reaches in a fraction of the space's 1,000,000 combinations.
TEST(Clconv_Tuner, searchFindsTheMinimumWithFewSets)
{
    const clconv::DeviceTraits traits = h200();
    const auto time = [](const Params& set)
    {
        return 10 * (1 + std::abs(std::log2(set.at("PX") / 16.)) + std::abs(set.at("ROWS") - 8) / 4. +
                     std::abs(std::log2(set.at("WG_X") / 64.)) / 8 + (set.at("PREFETCH") ? 0.2 : 0));
    };
    tune::Proposals proposals(*clconv::implementationOf("direct"),
                              problemOf(CV_8U, CV_8U, 1, Size(5, 5), Size(1920, 1080)), traits);
    proposals.start(Params());
    tune::Gains gains;
    int tried = 0;
    for (auto sets = proposals.next(8, gains); !sets.empty(); sets = proposals.next(8, gains))
    {
        std::vector<tune::Timed> times;
        for (const tune::ParamSet& set : sets)
            times.push_back({set, time(set.all)});
        tried += int(times.size());
        proposals.record(times, proposals.hasBest() ? time(proposals.best().all) : 0, gains);
        ASSERT_LT(tried, 300);
    }
    const Params& best = proposals.best().all;
    EXPECT_EQ(16, best.at("PX"));
    EXPECT_EQ(8, best.at("ROWS"));
    EXPECT_EQ(64, best.at("WG_X"));
    EXPECT_EQ(0, best.at("PREFETCH"));
    EXPECT_LT(0, gains["direct ROWS"]);
}

TEST(Clconv_Tuner, searchIgnoresWhatCannotRun)
{
    tune::Proposals proposals(*clconv::implementationOf("direct"), problemOf(CV_8U, CV_8U, 1, Size(5, 5)), h200());
    proposals.start({{"PX", 99}});
    proposals.start({{"PX", 4}});
    proposals.start({{"PX", 8}});
    tune::Gains gains;
    const auto sets = proposals.next(8, gains);
    ASSERT_EQ(2u, sets.size());
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(proposals.record({{sets[0], 20}, {sets[1], infinite}}, 0, gains));
    EXPECT_EQ(4, proposals.best().all.at("PX"));
    EXPECT_FALSE(proposals.record({{sets[1], 19.9}}, 20, gains)); // noise
}

std::string contentOf(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Clconv_Tuner, leavesTheOldFileUntilTheNewOneIsComplete)
{
    const std::string path = cv::tempfile(".txt"), part = path + ".part";
    tune::writeFile(path, "old");
    EXPECT_EQ("old", contentOf(path));
    EXPECT_FALSE(utils::fs::exists(part));
    ASSERT_TRUE(utils::fs::createDirectory(part)); // the part file cannot be written
    EXPECT_THROW(tune::writeFile(path, "new"), std::runtime_error);
    EXPECT_EQ("old", contentOf(path));
    utils::fs::remove_all(part);
    tune::writeFile(path, "new");
    EXPECT_EQ("new", contentOf(path));
    EXPECT_FALSE(utils::fs::exists(part));
    std::remove(path.c_str());
}

//! The library refuses a file that others can write, which a usual umask permits.
TEST(Clconv_Tuner, installsForTheUserAloneAndKeepsTheFileBefore)
{
    namespace fs = std::filesystem;
    const fs::path folder = cv::tempfile("_clconv_install"), path = folder / "clconv" / "file.txt";
    const mode_t mask = umask(0);
    tune::installFile(path.string(), "first");
    tune::installFile(path.string(), "second");
    umask(mask);
    EXPECT_EQ("second", contentOf(path.string()));
    EXPECT_EQ("first", contentOf(path.string() + ".before"));
    EXPECT_EQ(fs::perms::none, fs::status(path).permissions() & (fs::perms::group_write | fs::perms::others_write));
    EXPECT_EQ(2, std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()));
    fs::remove_all(folder);
    std::ofstream(folder.string()) << "a file where a folder is needed";
    EXPECT_THROW(tune::installFile(path.string(), "third"), std::runtime_error);
    fs::remove(folder);
}

}} // namespace opencv_test
