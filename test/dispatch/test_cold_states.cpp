// SPDX-License-Identifier: Apache-2.0
//
// Calls before their program is built, while something else happens: other threads, the end of a context, a mapped
// image, a scope that collects events.

#include "support/test_precomp.hpp"

#include "dispatch/dispatcher.hpp"
#include "runtime/known_programs.hpp"
#include "runtime/new_context.hpp"
#include "util/profiling.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace opencv_test { namespace {

const double longest = 120; // seconds that a build may take on a busy machine

class Clconv_ColdStates : public testing::Test
{
protected:
    //! Prevents calls from loading programs of earlier runs from disk caches.
    Clconv_ColdStates()
    {
        EXPECT_TRUE(clconv::waitUntilReady(longest)); // for programs that other tests requested
        clconv::KnownPrograms::instance().forget();
    }

    //! Selects a kernel of a size that no other test uses.
    void setKernel(int width)
    {
        RNG rng{unsigned(width)};
        kernel_ = randomKernel(Size(width, 2), CV_8U, CV_8U, Coefficients::Random, rng);
        image_ = randomImage(Size(161, 97), CV_8UC1, rng);
        cv::filter2D(image_, expected_, -1, kernel_);
    }

    //! Whether all values are right.
    bool isRight(const UMat& image) const
    {
        UMat result;
        clconv::filter2D(image, result, -1, kernel_);
        Mat onHost;
        result.copyTo(onHost);
        return cv::norm(onHost, expected_, NORM_INF) <= 1;
    }

    const clconv::ColdCallsScope serve_{clconv::COLD_SERVE};
    Mat kernel_, image_, expected_;
};

TEST_F(Clconv_ColdStates, changeUnderManyThreads)
{
    setKernel(45);
    const int threadCount = 3, pause = 1; // milliseconds, so that the builder has a core
    std::vector<std::thread> threads;
    std::atomic<int> wrong(0), ready(0);
    const int before = clconv::programsBuilt();
    const auto callUntilReady = [&]
    {
        const clconv::ColdCallsScope serve(clconv::COLD_SERVE);
        const UMat image = image_.getUMat(ACCESS_READ).clone();
        const int64 end = getTickCount() + int64(longest * getTickFrequency());
        while (!clconv::isReady(image, -1, kernel_) && getTickCount() < end)
        {
            wrong += !isRight(image);
            std::this_thread::sleep_for(std::chrono::milliseconds(pause));
        }
        ready += clconv::isReady(image, -1, kernel_);
        wrong += !isRight(image);
    };
    for (int t = 0; t < threadCount; t++)
        threads.push_back(std::thread(
            [&]
            {
                try
                {
                    callUntilReady();
                }
                catch (const std::exception& e)
                {
                    ADD_FAILURE() << e.what();
                }
            }));
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, wrong);
    EXPECT_EQ(threadCount, ready);
    const int programs = clconv::traitsOf(ocl::Device::getDefault()).cpu ? 1 : 2; // on a GPU a general one, too
    EXPECT_LE(1, clconv::programsBuilt() - before);
    EXPECT_GE(programs, clconv::programsBuilt() - before);
}

//! The requested build ends after its context is no longer in use.
TEST_F(Clconv_ColdStates, outliveTheirContext)
{
    setKernel(47);
    {
        const ocl::OpenCLExecutionContextScope scope(newContext());
        const UMat image = image_.getUMat(ACCESS_READ).clone();
        for (int call = 0; call < 3; call++)
            EXPECT_TRUE(isRight(image));
    }
    EXPECT_TRUE(clconv::waitUntilReady(longest));
    EXPECT_TRUE(isRight(image_.getUMat(ACCESS_READ).clone()));
}

//! The CPU computes calls on mapped images, which need no program.
TEST_F(Clconv_ColdStates, leaveMappedImagesToTheCpu)
{
    setKernel(49);
    const UMat image = image_.getUMat(ACCESS_READ).clone();
    {
        const Mat mapped = image.getMat(ACCESS_READ);
        for (int call = 0; call < 3; call++)
            EXPECT_TRUE(isRight(image));
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
        EXPECT_TRUE(clconv::isReady(image, -1, kernel_));
    }
    EXPECT_FALSE(clconv::isReady(image, -1, kernel_));
    for (int call = 0; call < 3; call++)
        EXPECT_TRUE(isRight(image));
    ASSERT_TRUE(clconv::waitUntilReady(longest));
    EXPECT_TRUE(isRight(image));
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
}

//! A call that the CPU computes has no events.
TEST_F(Clconv_ColdStates, addNoEventsOnTheCpu)
{
    setKernel(51);
    const UMat image = image_.getUMat(ACCESS_READ).clone();
    clconv::ProfilingScope profiling;
    EXPECT_TRUE(isRight(image));
    EXPECT_EQ(clconv::lastImplementation() == "opencv-cpu", profiling.take().empty());
    EXPECT_TRUE(isRight(image));
    profiling.take();
    ASSERT_TRUE(clconv::waitUntilReady(longest));
    EXPECT_TRUE(isRight(image));
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ(1u, profiling.take().size());
}

}} // namespace opencv_test
