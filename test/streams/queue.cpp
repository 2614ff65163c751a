// SPDX-License-Identifier: Apache-2.0
//
// The queue between two stages.

#include "samples/streams/pipeline/bounded_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

using samples::BoundedQueue;

TEST(Streams_Queue, givesValuesInOrderAndHoldsNoMoreThanItsCapacity)
{
    const int count = 2000;
    BoundedQueue<int> queue(3);
    std::atomic<int> pushed{0};
    std::thread producer(
        [&]
        {
            for (int i = 0; i < count; i++)
            {
                queue.push(i);
                pushed++;
            }
            queue.close();
        });
    for (int i = 0; i < count; i++)
    {
        EXPECT_GE(i + 3, pushed.load());
        EXPECT_EQ(i, queue.pop());
    }
    EXPECT_FALSE(queue.pop());
    producer.join();
}

TEST(Streams_Queue, returnsWhatIsLeftAfterItsEnd)
{
    BoundedQueue<int> queue(2);
    queue.push(1);
    queue.push(2);
    queue.close();
    EXPECT_FALSE(queue.push(3));
    EXPECT_EQ(1, queue.pop());
    EXPECT_EQ(2, queue.pop());
    EXPECT_FALSE(queue.pop());
}

TEST(Streams_Queue, endsTheWaitingForSpaceAndForValues)
{
    BoundedQueue<int> full(1), empty(1);
    full.push(1);
    bool pushed = true, popped = true;
    std::thread pusher([&] { pushed = full.push(2); });
    std::thread popper([&] { popped = empty.pop().has_value(); });
    full.close();
    empty.close();
    pusher.join();
    popper.join();
    EXPECT_FALSE(pushed);
    EXPECT_FALSE(popped);
    EXPECT_EQ(1, full.pop());
    EXPECT_FALSE(full.pop());
}

TEST(Streams_Queue, givesEachValueToOneOfSeveralThreads)
{
    const int count = 1000;
    BoundedQueue<int> queue(4);
    std::atomic<int> sum{0}, values{0};
    const auto take = [&]
    {
        while (const std::optional<int> value = queue.pop())
        {
            sum += *value;
            values++;
        }
    };
    std::thread first(take), second(take);
    for (int i = 0; i < count; i++)
        queue.push(i);
    queue.close();
    first.join();
    second.join();
    EXPECT_EQ(count, values);
    EXPECT_EQ(count * (count - 1) / 2, sum);
}

} // namespace
