// SPDX-License-Identifier: Apache-2.0
//
// Sparse kernels that were not prepared: after how many calls they get specialized programs, and how many kernels can
// have them.

#include "cases/sparse.hpp"

#include "coefficients/specialization.hpp"
#include "runtime/compiled_kernel.hpp"
#include "dispatch/dispatcher.hpp"

#include <thread>

namespace opencv_test { namespace {

TEST(Clconv_HotKernels, getsAProgramOfItsOwn)
{
    clconv::SpecializationScope policy("after:4");
    const Mat kernel = spread(11, 0.7f);
    const std::string usual = filtered(kernel);
    EXPECT_NE(ownProgram(), usual);
    const int before = clconv::programsBuilt();
    for (int call = 2; call <= 4; call++)
        EXPECT_EQ(usual, filtered(kernel)) << call;
    for (int call = 1; call <= 9; call++)
        filtered(spread(11, 0.7f + call)); // kernels in between, which are counted separately
    const UMat like(45, 67, CV_32FC1, Scalar(0));
    for (int i = 0; i < 9; i++)
        EXPECT_NE(std::string::npos, clconv::explain(like, -1, kernel).find("\ncpu_specialized: refused, "));
    EXPECT_EQ(before, clconv::programsBuilt());
    EXPECT_EQ(ownProgram(), filtered(kernel));
    EXPECT_EQ(ownProgram(), filtered(kernel.clone()));
    EXPECT_EQ(before + 1, clconv::programsBuilt());
    EXPECT_NE(std::string::npos, std::string(clconv::explain(like, -1, kernel)).find(ownProgram() + ": taken"));
    clconv::SpecializationScope off("off");
    EXPECT_EQ(usual, filtered(kernel));
    EXPECT_EQ(before + 1, clconv::programsBuilt());
}

TEST(Clconv_HotKernels, isForSparseKernelsAlone)
{
    clconv::SpecializationScope policy("after:1");
    RNG rng(8);
    const Mat dense = randomKernel(Size(7, 7), CV_32F, CV_32F, Coefficients::Random, rng);
    filtered(dense);
    const int before = clconv::programsBuilt();
    for (int call = 0; call < 5; call++)
        EXPECT_NE(ownProgram(), filtered(dense));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! Counts a call as filter2D does, but builds nothing.
//! @returns whether it would run with a specialized program
bool count(const Mat& kernel)
{
    const UMat image(43, 61, CV_32FC1, Scalar(0));
    const clconv::Layout layout = clconv::layoutOf(image);
    const std::shared_ptr<clconv::Dispatcher> runtime = clconv::Dispatcher::current();
    const auto set = runtime->cache().coefficients({kernel}, CV_32F);
    const clconv::Problem problem =
        clconv::describe(layout, layout, kernel.size(), Point(2, 2), BORDER_DEFAULT, set->traits()).problem;
    return runtime->cache().specializedTaps(problem, *set, clconv::SpecializationTable::Use::Call) != nullptr;
}

//! Beyond the limit all counts restart, except those of prepared kernels.
TEST(Clconv_HotKernels, isBounded)
{
    clconv::SpecializationScope policy("after:1");
    const Mat prepared = spread(5, 0.11f), first = spread(5, 100);
    EXPECT_TRUE(clconv::prepare(prepared, CV_32FC1, -1));
    filtered(first);
    EXPECT_EQ(ownProgram(), filtered(first));
    for (size_t i = 1; i <= clconv::maxHotFilters; i++)
    {
        const Mat kernel = spread(5, 100 + float(i));
        EXPECT_FALSE(count(kernel)) << i;
        count(kernel);
        EXPECT_TRUE(count(kernel)) << i; // at the second call if hot kernels of other tests caused an eviction
    }
    const int built = clconv::programsBuilt();
    EXPECT_NE(ownProgram(), filtered(first));
    EXPECT_EQ(ownProgram(), filtered(prepared));
    EXPECT_NE(ownProgram(), filtered(first));
    EXPECT_EQ(built, clconv::programsBuilt());
    EXPECT_EQ(ownProgram(), filtered(first)); // after two calls now, no longer one
    EXPECT_EQ(built + 1, clconv::programsBuilt());
}

//! If more hot kernels run in turn than the table holds, they evict each other, but less and less often.
TEST(Clconv_HotKernels, inTurnDoNotBuildForEver)
{
    clconv::SpecializationScope policy("after:2");
    clconv::SpecializationTable table;
    const UMat image(43, 61, CV_32FC1, Scalar(0));
    const clconv::Layout layout = clconv::layoutOf(image);
    const size_t count = clconv::maxHotFilters + 1;
    std::vector<std::unique_ptr<clconv::CoefficientSet>> sets;
    for (size_t i = 0; i < count; i++)
        sets.emplace_back(new clconv::CoefficientSet({spread(5, 300 + float(i))}, CV_32F));
    const clconv::Problem problem =
        clconv::describe(layout, layout, Size(5, 5), Point(2, 2), BORDER_DEFAULT, sets[0]->traits()).problem;
    std::vector<bool> specialized(count);
    int built = 0;
    for (int turn = 0; turn < 300; turn++)
        for (size_t i = 0; i < count; i++)
        {
            bool evicted = false;
            const bool before = specialized[i];
            specialized[i] =
                table.find(problem, *sets[i], false, clconv::SpecializationTable::Use::Call, evicted) != nullptr;
            built += !before && specialized[i];
        }
    EXPECT_GT(built, 2 * int(count)); // evicted ones may become hot again
    EXPECT_LT(built, 10 * int(count));
}

TEST(Clconv_HotKernels, buildsOnceForManyThreads)
{
    const Mat kernel = spread(13, 0.9f);
    filtered(kernel);
    const int before = clconv::programsBuilt();
    std::vector<std::string> errors(16);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < errors.size(); t++)
        threads.push_back(std::thread(
            [&errors, &kernel, t]()
            {
                clconv::SpecializationScope policy("after:20");
                for (int i = 0; i < 10 && errors[t].empty(); i++)
                {
                    FilterCase filterCase;
                    filterCase.srcType = CV_32FC1;
                    filterCase.kernel = kernel;
                    filterCase.size = Size(40 + 4 * i, 30 + int(t));
                    errors[t] = perform(filterCase).error;
                }
            }));
    for (size_t t = 0; t < threads.size(); t++)
        threads[t].join();
    for (size_t t = 0; t < errors.size(); t++)
        EXPECT_EQ("", errors[t]) << "thread " << t;
    EXPECT_EQ(before + 1, clconv::programsBuilt());
}

}} // namespace opencv_test
