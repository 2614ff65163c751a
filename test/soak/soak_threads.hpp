// SPDX-License-Identifier: Apache-2.0
//
// The threads of clconv_soak: each calls in every context on a queue of its own, and all stand still while the process
// is measured.

#pragma once

#include "soak_calls.hpp"

#include <condition_variable>
#include <thread>

namespace clconv_test {

class SoakThreads
{
public:
    //! Starts them. Each first makes its share of all calls in every context, so that all programs are built.
    //! @param sample every such call of a thread is checked
    SoakThreads(int threads, const CallPool& pool, const std::vector<cv::ocl::OpenCLExecutionContext>& contexts,
                int sample, unsigned seed, Tally& tally);
    ~SoakThreads();

    //! Waits until all threads stand still, their queues are empty and their images released.
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
    int standing_ = 0; //!< threads that wait
    std::vector<std::thread> threads_;
};

} // namespace clconv_test
