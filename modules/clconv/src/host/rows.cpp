// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Stripes of rows, one for each 256 KiB: below that a core's wake-up takes longer than its copy.

#include "host/rows.hpp"

#include <opencv2/core/hal/intrin.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>

namespace cv
{
namespace clconv
{
namespace
{

//! Runs `copy` on ranges of the rows.
void onStripes(size_t bytes, int count, CopyThreads threads, const std::function<void(const Range&)>& copy)
{
    const size_t stripeBytes = 256 << 10;
    const double stripes = double(bytes * size_t(count)) / double(stripeBytes);
    if (threads == CopyThreads::Caller || stripes < 2)
        copy(Range(0, count));
    else
        parallel_for_(Range(0, count), copy, stripes);
}

//! Copies past the caches, which then do not read what is overwritten. NVIDIA H200, 16384x16384 32FC1 5x5 in bands: 72
//! to 74 ms with memcpy, 58 to 62 so. Into pinned memory, which a transfer reads next, memcpy is faster.
void stream(uchar* to, const uchar* from, size_t bytes)
{
    size_t i = 0;
#if CV_SIMD128
    const size_t line = 64;
    i = std::min(bytes, (line - reinterpret_cast<size_t>(to) % line) % line);
    std::memcpy(to, from, i);
    for (; i + line <= bytes; i += line)
        for (size_t part = i; part < i + line; part += 16)
            v_store_aligned_nocache(to + part, v_load(from + part));
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    std::memcpy(to + i, from + i, bytes - i);
}

//! Copies with `copyBytes(to, from, bytes)`, memory without gaps at once.
template<typename CopyBytes>
void copy(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count,
          const CopyBytes& copyBytes)
{
    if (fromStep == bytes && toStep == bytes)
        copyBytes(to, from, bytes * size_t(count));
    else
        for (int y = 0; y < count; ++y, from += fromStep, to += toStep)
            copyBytes(to, from, bytes);
}

//! The end of the rows from `first` on that follow one another, or are all zeros.
int endOfRun(const std::vector<int>& rows, int first, int end)
{
    int y = first + 1;
    while (y < end && (rows[size_t(first)] < 0 ? rows[size_t(y)] < 0 : rows[size_t(y)] == rows[size_t(y - 1)] + 1))
        ++y;
    return y;
}

} // namespace

void copyRows(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count,
              CopyThreads threads, bool pastCaches)
{
    onStripes(bytes, count, threads,
              [&](const Range& rows)
              {
                  const uchar* const source = from + fromStep * size_t(rows.start);
                  uchar* const target = to + toStep * size_t(rows.start);
                  if (pastCaches)
                      copy(source, fromStep, target, toStep, bytes, rows.size(), stream);
                  else
                      copy(source, fromStep, target, toStep, bytes, rows.size(), std::memcpy);
              });
}

void gatherRows(const uchar* from, size_t fromStep, const std::vector<int>& rows, uchar* to, size_t toStep,
                size_t bytes, CopyThreads threads)
{
    onStripes(bytes, int(rows.size()), threads,
              [&](const Range& range)
              {
                  for (int y = range.start, end; y < range.end; y = end)
                  {
                      end = endOfRun(rows, y, range.end);
                      const int first = rows[size_t(y)];
                      if (first >= 0)
                          copy(from + fromStep * size_t(first), fromStep, to + toStep * size_t(y), toStep, bytes,
                               end - y, std::memcpy);
                      else
                          for (int zero = y; zero < end; ++zero)
                              std::memset(to + toStep * size_t(zero), 0, bytes);
                  }
              });
}

} // namespace clconv
} // namespace cv
