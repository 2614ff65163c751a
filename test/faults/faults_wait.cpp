// SPDX-License-Identifier: Apache-2.0
//
// Waits that fail while commands still use memory of the host.

#include "faults.hpp"
#include "runtime/launch.hpp"

#include <chrono>
#include <thread>

namespace opencv_test { namespace {

//! A transfer that runs when its user event is completed, by another thread a moment later.
class LateTransfer
{
public:
    LateTransfer() :
        queue_(clconv::currentQueue()), may_(clconv::currentContext()),
        buffer_(clconv::currentContext(), CL_MEM_READ_WRITE, sizeof(memory_))
    {
        const std::vector<cl::Event> after(1, may_);
        queue_.enqueueFillBuffer(buffer_, uchar(5), 0, sizeof(memory_));
        queue_.enqueueReadBuffer(buffer_, CL_FALSE, 0, sizeof(memory_), memory_, &after);
        later_ = std::thread(
            [this]()
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                may_.setStatus(CL_COMPLETE);
            });
    }

    ~LateTransfer()
    {
        later_.join();
        queue_.finish();
    }

    const cl::CommandQueue& queue() const { return queue_; }
    bool isDone() const { return memory_[0] == 5 && memory_[sizeof(memory_) - 1] == 5; }

private:
    const cl::CommandQueue queue_;
    cl::UserEvent may_;
    const cl::Buffer buffer_;
    uchar memory_[64] = {};
    std::thread later_;
};

TEST(Clconv_NoWait, isMadeUpForByAMarker)
{
    LateTransfer transfer;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    const Failing finishing(Function::Finish, 0, -1);
    EXPECT_TRUE(clconv::drain(transfer.queue()));
    EXPECT_TRUE(transfer.isDone());
    EXPECT_EQ(1, finishing.failed());
    expectOnce(log, "commands cannot be waited for");
}

TEST(Clconv_NoWait, ofAnyKindIsReported)
{
    LateTransfer transfer;
    const Failing finishing(Function::Finish, 0, -1), flushing(Function::Flush, 0, -1);
    EXPECT_FALSE(clconv::drain(transfer.queue()));
}

}} // namespace opencv_test
