// SPDX-License-Identifier: Apache-2.0
//
// The stages of a stream, and the time that each takes.

#ifndef CLCONV_SAMPLES_STAGE_HPP
#define CLCONV_SAMPLES_STAGE_HPP

#include <opencv2/core.hpp>

#include <array>
#include <atomic>

namespace samples {

enum Stage
{
    decodeStage,
    uploadStage,
    filterStage,
    downloadStage,
    encodeStage,
    stageCount
};

inline const char* nameOf(int stage)
{
    static const char* const names[] = {"decode", "upload", "filter", "download", "encode"};
    return names[stage];
}

//! Ticks of cv::getTickCount() in the calls of each stage; one thread adds, another one reads.
using StageTimes = std::array<std::atomic<int64>, stageCount>;

//! Runs @p work and adds its time, if it does not throw.
template<class Work>
void timed(std::atomic<int64>& ticks, const Work& work)
{
    const int64 begin = cv::getTickCount();
    work();
    ticks += cv::getTickCount() - begin;
}

} // namespace samples

#endif // CLCONV_SAMPLES_STAGE_HPP
