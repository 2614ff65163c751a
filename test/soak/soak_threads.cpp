// SPDX-License-Identifier: Apache-2.0
//
// Threads that make calls in several contexts.

#include "soak_threads.hpp"

#include "api/filter2d.hpp"

#include <iostream>

namespace clconv_test {

using namespace cv;

SoakThreads::SoakThreads(int threads, const CallPool& pool, const std::vector<ocl::OpenCLExecutionContext>& contexts,
                         int sample, unsigned seed, Tally& tally) :
    pool_(pool),
    contexts_(contexts), threadCount_(threads), sample_(sample), seed_(seed), tally_(tally)
{
    for (int i = 0; i < threads; i++)
        threads_.emplace_back([this, i]() { work(i); });
}

SoakThreads::~SoakThreads()
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        ended_ = true;
        paused_ = false;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

void SoakThreads::pause()
{
    std::unique_lock<std::mutex> lock(mutex_);
    paused_ = true;
    changed_.wait(lock, [this]() { return standing_ == threadCount_; });
}

void SoakThreads::resume()
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        paused_ = false;
    }
    changed_.notify_all();
}

//! At its next allocation OpenCV frees the memory of images whose commands were pending.
void SoakThreads::waitWhilePaused(const std::vector<ocl::OpenCLExecutionContext>& own)
{
    for (const ocl::OpenCLExecutionContext& context : own)
    {
        const ocl::OpenCLExecutionContextScope scope(context);
        ocl::finish();
        const UMat frees(1, 1, CV_8U);
    }
    std::unique_lock<std::mutex> lock(mutex_);
    standing_++;
    changed_.notify_all();
    changed_.wait(lock, [this]() { return !paused_; });
    standing_--;
}

void SoakThreads::call(const SoakCall& call, bool check, RNG& rng)
{
    try
    {
        const std::string error = perform(call, pool_.pixelsFor(call), check, rng);
        tally_.calls++;
        tally_.checked += check;
        tally_.ran(clconv::lastImplementation());
        if (!error.empty())
            tally_.failed(call, error, false);
    }
    catch (const std::exception& e)
    {
        tally_.failed(call, e.what(), true);
    }
}

void SoakThreads::work(int thread)
{
    std::vector<ocl::OpenCLExecutionContext> own;
    for (const ocl::OpenCLExecutionContext& context : contexts_)
        own.push_back(context.cloneWithNewQueue());
    RNG rng(uint64(seed_) * 1000 + uint64(thread) + 0x9E3779B97F4A7C15ull);
    for (size_t c = 0; c < own.size(); c++)
    {
        const ocl::OpenCLExecutionContextScope scope(own[c]);
        for (size_t i = size_t(thread); i < pool_.calls().size(); i += size_t(threadCount_))
            call(pool_.calls()[i], i % 4 == c % 4, rng);
    }
    waitWhilePaused(own);
    for (long number = 0;; number++)
    {
        bool ended, paused;
        {
            std::lock_guard<std::mutex> lock(mutex_);
            ended = ended_;
            paused = paused_;
        }
        if (ended)
            return;
        if (paused)
            waitWhilePaused(own);
        const ocl::OpenCLExecutionContextScope scope(own[size_t(rng.uniform(0, int(own.size())))]);
        const size_t index = size_t(rng.uniform(0, int(pool_.calls().size())));
        call(pool_.calls()[index], number % sample_ == 0, rng);
    }
}

} // namespace clconv_test
