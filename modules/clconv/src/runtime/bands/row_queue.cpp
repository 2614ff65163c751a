// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Ranges of rows that are left.

#include "runtime/bands/row_queue.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

RowQueue::RowQueue(int rows) : left_(1, Range(0, rows)) {}

Range RowQueue::take(int most, bool wait)
{
    std::unique_lock<std::mutex> lock(mutex_);
    if (wait)
        changed_.wait(lock, [&]() { return !left_.empty() || taken_ == 0; });
    if (left_.empty())
        return Range(0, 0);
    Range& next = left_.back();
    const Range rows(next.start, std::min(next.start + most, next.end));
    next.start = rows.end;
    if (next.empty())
        left_.pop_back();
    taken_ += rows.size();
    return rows;
}

void RowQueue::finish(const Range& rows)
{
    std::lock_guard<std::mutex> lock(mutex_);
    taken_ -= rows.size();
    if (taken_ == 0)
        changed_.notify_all();
}

void RowQueue::giveBack(const Range& rows)
{
    std::lock_guard<std::mutex> lock(mutex_);
    left_.push_back(rows);
    taken_ -= rows.size();
    changed_.notify_all();
}

bool RowQueue::isDone()
{
    std::lock_guard<std::mutex> lock(mutex_);
    return left_.empty() && taken_ == 0;
}

} // namespace clconv
} // namespace cv
