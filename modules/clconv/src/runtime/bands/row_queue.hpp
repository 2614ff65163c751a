// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of a call that runs in bands, from which threads take bands as they become free: a device that is faster, or
// less busy, takes more of them. What a device fails to filter goes back and is taken by another one.

#pragma once

#include "util/precomp.hpp"

#include <condition_variable>
#include <mutex>

namespace cv
{
namespace clconv
{

class RowQueue
{
public:
    explicit RowQueue(int rows);

    //! Takes up to `most` rows.
    //! @param wait whether to wait while none is left but others have taken some, which may come back
    //! @returns an empty range if there are none
    Range take(int most, bool wait);

    //! Rows that were taken are filtered.
    void finish(const Range& rows);
    //! Rows that were taken are not.
    void giveBack(const Range& rows);

    //! Whether all rows are filtered.
    bool isDone();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Range> left_; //!< the one to be taken next is the last
    int taken_ = 0;           //!< rows
};

} // namespace clconv
} // namespace cv
