// SPDX-License-Identifier: Apache-2.0
//
// A queue of limited length between two stages. The standard library has none; OpenCV's is internal to G-API.

#ifndef CLCONV_SAMPLES_BOUNDED_QUEUE_HPP
#define CLCONV_SAMPLES_BOUNDED_QUEUE_HPP

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace samples {

template<class T>
class BoundedQueue
{
public:
    //! @param capacity maximum number of values, at least 1
    explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

    //! Waits while the queue is full.
    //! @returns false if it is closed; the value is then dropped
    bool push(T value)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        hasSpace_.wait(lock, [this] { return closed_ || values_.size() < capacity_; });
        if (closed_)
            return false;
        values_.push_back(std::move(value));
        lock.unlock();
        hasValue_.notify_one();
        return true;
    }

    //! Waits while the queue is empty. Values come in the order of push.
    //! @returns nothing if it is closed and empty
    std::optional<T> pop()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        hasValue_.wait(lock, [this] { return closed_ || !values_.empty(); });
        if (values_.empty())
            return std::nullopt;
        std::optional<T> value(std::move(values_.front()));
        values_.pop_front();
        lock.unlock();
        hasSpace_.notify_one();
        return value;
    }

    //! Ends all waiting: push fails from now on, pop returns the remaining values.
    void close()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            closed_ = true;
        }
        hasSpace_.notify_all();
        hasValue_.notify_all();
    }

private:
    const size_t capacity_;
    std::mutex mutex_;
    std::condition_variable hasSpace_, hasValue_;
    std::deque<T> values_;
    bool closed_ = false;
};

} // namespace samples

#endif // CLCONV_SAMPLES_BOUNDED_QUEUE_HPP
