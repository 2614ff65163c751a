// SPDX-License-Identifier: Apache-2.0
//
// The multiply-adds that each implementation is expected to take, computed by hand, and the lines of explain() that
// contain them. fft/count_operations.cpp counts those of the transforms in their kernels.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::MultiplyAdds;
using clconv::Plan;
using clconv::Problem;

//! A device on which the implementation runs everything that it supports.
clconv::DeviceTraits deviceOf(const std::string& name)
{
    return name.compare(0, 3, "cpu") == 0 ? cpuDevice() : h200();
}

Plan forcedPlan(const Problem& problem, const std::string& force)
{
    return clconv::makePlan(problem, deviceOf(force), clconv::parseForce(force));
}

//! The multiply-adds of a forced implementation that supports the problem.
MultiplyAdds expectedOf(const Problem& problem, const std::string& force)
{
    const Plan plan = forcedPlan(problem, force);
    EXPECT_EQ(force.substr(0, force.find(':')), nameOf(plan)) << plan.warning << clconv::toText(plan.verdicts);
    return verdictOf(plan, nameOf(plan)).expected;
}

double perValue(const Problem& problem, const std::string& force)
{
    const MultiplyAdds expected = expectedOf(problem, force);
    EXPECT_EQ("", expected.matrixType) << force;
    return expected.perValue;
}

//! A problem that every implementation supports on some device.
Problem anyProblem(int depth, int channels, Size filter, Size size = Size(7680, 4320))
{
    Problem problem = problemOf(depth, depth, channels, filter, size);
    problem.rank = 1, problem.fourier = true;
    problem.slices = 3;
    problem.specializedTaps = cornerTaps(filter);
    return problem;
}

TEST(Clconv_MultiplyAdds, areTheTapsWhereAllAreMultiplied)
{
    for (const char* name : {"direct", "local", "image", "cpu", "reference"})
    {
        EXPECT_EQ(35, perValue(anyProblem(CV_32F, 1, Size(7, 5)), name)) << name;
        EXPECT_EQ(35, perValue(anyProblem(CV_8U, 4, Size(7, 5), Size(3, 2)), name)) << name;
    }
    Problem bank = anyProblem(CV_32F, 1, Size(5, 3));
    bank.filterCount = 3;
    for (const char* name : {"direct", "cpu"})
        EXPECT_EQ(15, perValue(bank, name)) << name;
}

TEST(Clconv_MultiplyAdds, ofSpecializedFiltersAreTheTapsThatAreNotZero)
{
    Problem problem = anyProblem(CV_32F, 1, Size(15, 15));
    for (const char* name : {"specialized", "cpu_specialized"})
        EXPECT_EQ(2, perValue(problem, name)) << name;
    const Mat dense = Mat::ones(3, 7, CV_32F);
    problem.filterSize = dense.size();
    problem.specializedTaps = std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(dense));
    for (const char* name : {"specialized", "cpu_specialized"})
        EXPECT_EQ(21, perValue(problem, name)) << name;
}

//! Columns of WG_X*VEC sums for TILE outputs, a multiple of VEC and of PX.
TEST(Clconv_MultiplyAdds, ofTwoPassesCountSumsThatTilesShare)
{
    const std::string narrow = "separable:WG_X=64,WG_Y=1,VEC=4,PX=4", wide = "separable:WG_X=32,WG_Y=1,VEC=16,PX=12";
    const Problem floats = anyProblem(CV_32F, 1, Size(15, 15)); // 256 sums less 1 of lead and 14 of halo: 240
    EXPECT_DOUBLE_EQ(15 * 256. / 240 + 15, perValue(floats, narrow));
    const Problem bytes = anyProblem(CV_8U, 3, Size(9, 5)); // 512 less 4 of lead and 24 of halo: 480, ten times 48
    EXPECT_DOUBLE_EQ(5 * 512. / 480 + 9, perValue(bytes, wide));
    // A tile wider than the image.
    EXPECT_DOUBLE_EQ(15 * 256. / 100 + 15, perValue(anyProblem(CV_32F, 1, Size(15, 15), Size(100, 50)), narrow));
}

//! Rows of sums for ROWS*STEPS rows of outputs and the filter's halo.
TEST(Clconv_MultiplyAdds, ofTwoPassesOnACpuCountRowsThatTilesShare)
{
    const std::string force = "cpu_separable:ROWS=4,STEPS=16";
    EXPECT_DOUBLE_EQ(9 * 72. / 64 + 9, perValue(anyProblem(CV_8U, 1, Size(9, 9)), force));
    EXPECT_DOUBLE_EQ(5 * 70. / 64 + 7, perValue(anyProblem(CV_32F, 3, Size(5, 7)), force));
    EXPECT_DOUBLE_EQ(5 * 16. / 10 + 7, perValue(anyProblem(CV_32F, 1, Size(5, 7), Size(640, 10)), force));
    // The example of the public header.
    const Problem example = anyProblem(CV_8U, 1, Size(9, 9), Size(1920, 1080));
    const std::string text = clconv::toText(forcedPlan(example, force).verdicts);
    EXPECT_NE(std::string::npos, text.find("; expected 19.1 multiply-adds a value\n")) << text;
}

//! Steps (rows of taps, or pairs of rows) times slices times 16 bytes of a word in four lanes.
TEST(Clconv_MultiplyAdds, ofMatrixUnitsCountZerosOfTheOperands)
{
    static const struct
    {
        Size filter;
        int steps, words; // of all chunks
    } cases[] = {{Size(9, 9), 5, 2},    {Size(5, 5), 3, 2},    {Size(15, 15), 15, 2},
                 {Size(31, 31), 31, 3}, {Size(49, 20), 20, 4}, {Size(63, 20), 20, 6}};
    for (const auto& c : cases)
        for (int channels : {1, 3})
        {
            Problem problem = anyProblem(CV_8U, channels, c.filter);
            for (problem.slices = 1; problem.slices <= clconv::maxSlices; problem.slices++)
            {
                const MultiplyAdds expected = expectedOf(problem, "mma:SPARSE=0");
                EXPECT_EQ(c.steps * problem.slices * c.words * 16, expected.perValue) << c.filter;
                EXPECT_EQ("int8", expected.matrixType);
            }
        }
}

//! A sparse operand has one tap for each two pixels of a window of 32.
TEST(Clconv_MultiplyAdds, ofSparseOperandsAreHalfOfThose)
{
    Problem problem = anyProblem(CV_8U, 1, Size(15, 13));
    for (problem.slices = 1; problem.slices <= clconv::maxSlices; problem.slices++)
        EXPECT_EQ(13 * problem.slices * 16, expectedOf(problem, "mma:SPARSE=1").perValue);
}

//! With blocks of two rows a window is one row, so that there is one step more than rows of taps.
TEST(Clconv_MultiplyAdds, ofBlocksOfTwoRowsHaveNarrowWindows)
{
    Problem problem = anyProblem(CV_8U, 1, Size(21, 21));
    for (problem.slices = 1; problem.slices <= clconv::maxSlices; problem.slices++)
    {
        EXPECT_EQ(21 * problem.slices * 3 * 16, expectedOf(problem, "mma:BLOCKS=0").perValue);
        EXPECT_EQ(22 * problem.slices * 2 * 16, expectedOf(problem, "mma:BLOCKS=1").perValue);
    }
}

//! 9x9 of bytes: two blocks of 16 source rows, two products each; three groups of 16 pixels, because they begin 12
//! pixels before the first tap, three products; a segment of 512 outputs has 32 groups and two more. With copies of 8
//! bytes there are two groups, which begin 4 pixels before it. 31x31 of floats: six blocks of 8 rows, three products,
//! and three groups.
TEST(Clconv_MultiplyAdds, ofTwoMatrixProductsAddUp)
{
    Problem bytes = anyProblem(CV_8U, 1, Size(9, 9));
    bytes.halfParts = true;
    const MultiplyAdds half = expectedOf(bytes, "separable_mma:SEGMENT=512,COPY_BYTES=16");
    EXPECT_DOUBLE_EQ((2 * 16 * 2 + 3 * 16 * 3) * 34. / 32, half.perValue);
    EXPECT_DOUBLE_EQ((2 * 16 * 2 + 2 * 16 * 3) * 33. / 32,
                     expectedOf(bytes, "separable_mma:SEGMENT=512,COPY_BYTES=8").perValue);
    EXPECT_EQ("half", half.matrixType);
    const MultiplyAdds tf32 = expectedOf(anyProblem(CV_32F, 1, Size(31, 31)), "separable_mma:SEGMENT=64");
    EXPECT_DOUBLE_EQ((6 * 8 * 3 + 3 * 16 * 3) * 6. / 4, tf32.perValue);
    EXPECT_EQ("tf32", tf32.matrixType);
}

//! A work-item transforms 16 numbers in 544 operations (160 + 224 + 160) and multiplies them in 64. 256 work-items have
//! two tiles, each with 50x50 outputs for 15x15, and 44x44 for 41x41 in 2x2 parts of 21x21.
TEST(Clconv_MultiplyAdds, ofTilesAreThoseOfTheirTransforms)
{
    const Problem whole = anyProblem(CV_32F, 1, Size(15, 15), Size(5000, 5000));
    EXPECT_DOUBLE_EQ(256 * (544 + 64 + 544) / 2. / (50 * 50), perValue(whole, "fft:TILE_COLS=64"));
    const Problem cut = anyProblem(CV_32F, 3, Size(41, 41), Size(4400, 4400));
    EXPECT_DOUBLE_EQ(256 * (4 * (544 + 64) + 544) / 2. / (44 * 44), perValue(cut, "fft:TILE_COLS=64"));
    // Two tiles of 50x50 for an image of 51x2.
    EXPECT_DOUBLE_EQ(256 * 1152 / 102., perValue(anyProblem(CV_32F, 1, Size(15, 15), Size(51, 2)), "fft:TILE_COLS=64"));
}

//! In wide tiles the transform of 16 numbers takes 56 more: 32 for sums of two numbers, and 12 rotations in every other
//! one. 256 work-items have two tiles, each with 98x34 outputs for 31x31, in two turns.
TEST(Clconv_MultiplyAdds, ofWideTilesAreThoseOfTheirTransforms)
{
    const std::string force = "fft:TILE_COLS=128";
    const Problem whole = anyProblem(CV_32F, 1, Size(31, 31), Size(9800, 3400));
    EXPECT_DOUBLE_EQ(512 * (600 + 64 + 600) / 2. / (98 * 34), perValue(whole, force));
}

//! A line of 256 points takes 16 * 380 operations, its product with the spectrum 16 * 64. Slabs for 101x101 have 156
//! rows and tiles 156 columns of outputs: 10 pairs of slabs, 982 panels of 15,700 columns, 975 of 15,600, 100 tiles.
//! With tiles of 512 a work-item takes 15 rotations and 8 transforms of two points more, 9 rotations in the inverse:
//! 4 pairs, 38 tiles.
TEST(Clconv_MultiplyAdds, ofSlabsAreThoseOfTheirTransforms)
{
    const Problem problem = anyProblem(CV_32F, 1, Size(101, 101), Size(15600, 3120));
    const double line = 16 * 380., columns = (982 + 975) * 16 * line, rows = 100 * 256 * (2 * line + 16 * 64);
    EXPECT_DOUBLE_EQ(10 * (columns + rows) / (15600. * 3120), perValue(problem, "fft_large:TILE=256"));
    EXPECT_NEAR(108.5, perValue(problem, "fft_large:TILE=256"), 0.05);
    const double forward = 32 * (380 + 15 * 4 + 32), back = 32 * (380 + 9 * 4 + 32);
    const double columns512 = (982 * forward + 975 * back) * 16, rows512 = 38 * 512 * (forward + back + 32 * 64);
    EXPECT_DOUBLE_EQ(4 * (columns512 + rows512) / (15600. * 3120), perValue(problem, "fft_large:TILE=512"));
}

//! A line takes 18, 23 or 25 operations per number. TILE columns go forward, TILE rows forward and back, and the
//! columns with outputs back, in vectors of eight; a product with the spectrum takes four. Images of whole tiles.
TEST(Clconv_MultiplyAdds, ofTilesOnACpuAreThoseOfTheirTransforms)
{
    static const struct
    {
        int tile, ksize, outputs, backColumns, ofNumber;
    } cases[] = {{64, 17, 48, 48, 18}, {128, 29, 100, 104, 23}, {256, 57, 200, 200, 25}};
    for (const auto& c : cases)
    {
        const Size size(100 * c.outputs, 20 * c.outputs);
        const double ofTwo = (3. * c.tile + c.backColumns) * c.tile * c.ofNumber + 4. * c.tile * c.tile;
        EXPECT_DOUBLE_EQ(
            ofTwo / 2 / (c.outputs * c.outputs),
            perValue(anyProblem(CV_32F, 1, Size(c.ksize, c.ksize), size), cv::format("cpu_fft:TILE=%d,PX=8", c.tile)));
    }
}

TEST(Clconv_MultiplyAdds, growWithTheFilter)
{
    for (const Launches& launches : allLaunches())
    {
        const std::string name = launches.impl->name;
        if (name == "cpu_box") // sums of 2, 4, 8, ... neighbours: fewer for 32 columns than for 31
            continue;
        const std::string force = name == "cpu_fft" ? name + ":TILE=256" : name;
        double last = 0;
        for (int ksize : {17, 23, 31, 37})
        {
            Problem problem = anyProblem(CV_8U, 1, Size(ksize, ksize));
            problem.filterCount = launches.filters;
            const double now = expectedOf(problem, force).perValue;
            if (isSpecialized(*launches.impl))
            {
                EXPECT_EQ(2, now); // zeros are free
            }
            else
            {
                EXPECT_GT(now, last) << name << ' ' << ksize;
            }
            last = now;
        }
    }
}

TEST(Clconv_MultiplyAdds, areFewerInPartsFromTheFirstFilterThatIsCut)
{
    const auto ofSide = [](int ksize)
    { return perValue(anyProblem(CV_32F, 1, Size(ksize, ksize)), "fft:TILE_COLS=64"); };
    EXPECT_LT(ofSide(39), ofSide(38));
    EXPECT_LT(ofSide(37), ofSide(38));
}

//! Calls check for problems on several devices, with the plan if nothing is forced and with a forced plan.
template<typename Check>
void forEachPair(Check check)
{
    std::vector<Problem> problems = manyProblems(), banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    for (const clconv::DeviceTraits& traits : {h200(), intelGraphics(), cpuDevice()})
        for (size_t i = 0; i < problems.size() && !testing::Test::HasFailure(); i += 3)
        {
            const auto& all = listFor(problems[i]);
            const clconv::Force force = clconv::parseForce(all[i % all.size()]->name);
            check(problems[i], traits, planFor(problems[i], traits), clconv::makePlan(problems[i], traits, force));
        }
}

TEST(Clconv_MultiplyAdds, areTheSameInTakenAndRefusedLines)
{
    forEachPair(
        [](const Problem& problem, const clconv::DeviceTraits& traits, const Plan& plan, const Plan& forced)
        {
            for (const clconv::Verdict& verdict : plan.verdicts)
            {
                if (!clconv::implementationOf(verdict.name)->unsuited(traits).empty())
                    continue; // only when forced it has parameters, and thus a number
                const MultiplyAdds& other = verdictOf(forced, verdict.name).expected;
                EXPECT_EQ(verdict.expected.perValue, other.perValue) << traits.name << ' ' << verdict.name;
                EXPECT_EQ(verdict.expected.matrixType, other.matrixType) << verdict.name;
            }
            if (plan.impl)
            {
                EXPECT_EQ(plan.impl->multiplyAdds(problem, plan.params).perValue,
                          verdictOf(plan, nameOf(plan)).expected.perValue);
            }
        });
}

TEST(Clconv_MultiplyAdds, areStatedOfWhatCanRunAndOfNothingElse)
{
    forEachPair(
        [](const Problem& problem, const clconv::DeviceTraits& traits, const Plan& plan, const Plan&)
        {
            for (const clconv::Verdict& verdict : plan.verdicts)
            {
                clconv::Decisions decisions;
                const clconv::Implementation& impl = *clconv::implementationOf(verdict.name);
                const std::string reason =
                    clconv::complete(impl, problem, traits, clconv::Params(), clconv::Tuning(), decisions);
                const bool canRun =
                    (problem.accDepth() != CV_64F || traits.fp64) && reason.empty() && impl.unsuited(traits).empty();
                EXPECT_EQ(canRun, verdict.expected.perValue >= 1) << traits.name << ' ' << verdict.name;
                EXPECT_TRUE(canRun || verdict.expected.perValue == 0) << traits.name << ' ' << verdict.name;
            }
        });
}

std::string lineOf(const Plan& plan, const std::string& name)
{
    const std::string text = clconv::toText(plan.verdicts);
    const size_t begin = ("\n" + text).find("\n" + name + ": ");
    return text.substr(begin, text.find('\n', begin) - begin);
}

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(Clconv_MultiplyAdds, endTheLinesOfExplain)
{
    Problem problem = problemOf(CV_8U, CV_8U, 1, Size(15, 15), Size(5000, 5000));
    problem.slices = 3;
    problem.fourier = true;
    const Plan plan = planFor(problem, h200());
    const auto line = [&](const char* name) { return lineOf(plan, name); };
    ASSERT_EQ("mma", nameOf(plan));
    EXPECT_PRED2(endsWith, line("mma"), "; expected 720 int8 multiply-adds a value, on matrix units");
    EXPECT_EQ("direct: refused, 'mma' comes first; expected 225 multiply-adds a value", line("direct"));
    EXPECT_EQ("fft: refused, products with so few taps cost less than a transform; expected 59 multiply-adds a value",
              line("fft")); // 58.98
    EXPECT_EQ("separable: refused, the filter is not an outer product, nor a sum of few that is accurate enough",
              line("separable"));
}

TEST(Clconv_MultiplyAdds, areLeftOutWhereTheForcedTextOrTheProgramFails)
{
    const Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 5));
    for (const char* force : {"local:PX=yes", "local:PX=7", "local:COLOUR=1"})
        EXPECT_EQ(0, verdictOf(forcedPlan(problem, force), "local").expected.perValue) << force;
    const Plan failed = clconv::makePlan(problem, h200(), clconv::Force(), {{"direct", "it does not build"}});
    EXPECT_EQ("direct: refused, it does not build", lineOf(failed, "direct"));
    EXPECT_EQ(25, verdictOf(failed, nameOf(failed)).expected.perValue);
}

}} // namespace opencv_test
