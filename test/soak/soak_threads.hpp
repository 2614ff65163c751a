// SPDX-License-Identifier: Apache-2.0
//
// The threads of clconv_soak: each makes calls in every context on its own queue, and all stop while the process is
// measured.

#pragma once

#include "soak_calls.hpp"

#include <condition_variable>
#include <thread>

namespace clconv_test {

class SoakThreads
{
public:
    //! Starts the threads. Each first makes its share of all calls in every context, so that all programs are built.
    //! @param sample one call of a thread in this many is checked
    SoakThreads(int threads, const CallPool& pool, const std::vector<cv::ocl::OpenCLExecutionContext>& contexts,
                int sample, unsigned seed, Tally& tally);
    ~SoakThreads();

    //! Waits until all threads have stopped, their queues are empty and their images released.
    void pause();
    void resume();

private:
    void work(int thread);
    void call(const SoakCall& call, bool check, cv::RNG& rng);
    void waitWhilePaused(const std::vector<cv::ocl::OpenCLExecutionContext>& own);

    const CallPool& pool_;
    const std::vector<cv::ocl::OpenCLExecutionContext> contexts_;
    const int threadCount_, sample_;
    const unsigned seed_;
    Tally& tally_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool paused_ = true, ended_ = false;
    int standing_ = 0; //!< number of waiting threads
    std::vector<std::thread> threads_;
};

} // namespace clconv_test
