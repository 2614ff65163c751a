// SPDX-License-Identifier: Apache-2.0
//
// The figures of a run as plain values: what the table, the report and the dashboard show.

#ifndef CLCONV_SAMPLES_FIGURES_HPP
#define CLCONV_SAMPLES_FIGURES_HPP

#include "stage.hpp"
#include "../pipeline/frame_check.hpp"

#include <string>
#include <vector>

namespace samples {

struct StageFigures
{
    int64 frames = 0;
    double seconds = 0; //!< in the stage's calls

    double millisecondsPerFrame() const { return frames ? 1000 * seconds / double(frames) : 0; }
};

using StagesFigures = std::array<StageFigures, stageCount>;

//! The stage whose threads are busy for the largest share of the time.
struct Limit
{
    int stage = decodeStage;
    double share = 0;

    std::string text() const; //!< "filter 93 %"
};

struct StreamFigures
{
    int index = 0;
    int device = -1, worker = -1; //!< -1: the source was not opened
    std::string source;
    std::string file;  //!< that is written, or empty
    std::string error; //!< or empty
    cv::Size size;
    bool ended = false;
    int total = 0; //!< frames expected, 0: unknown
    int64 decoded = 0, delivered = 0;
    double framesPerSecond = 0; //!< over the last moments while it runs, then over all
    StagesFigures stages;
    Limit limit;
    Difference difference;
    cv::Mat before, after; //!< small pictures of one frame
};

struct DeviceFigures
{
    std::string name;
    int streams = 0;
    double busySeconds = 0; //!< in which at least one of its workers filtered
};

//! One moment of the run.
struct Sample
{
    double seconds = 0;
    int64 frames = 0; //!< delivered by all streams
    std::vector<double> deviceBusySeconds;
    double megabytes = 0; //!< resident memory
};

struct Figures
{
    std::string command; //!< with its options
    std::string engine, filter, sink;
    int workers = 0; //!< on all devices
    double seconds = 0;
    std::vector<StreamFigures> streams;
    std::vector<DeviceFigures> devices;
    StagesFigures stages;                    //!< sums over the streams
    std::array<double, stageCount> shares{}; //!< of the time of the stage's threads
    Limit limit;
    double steadySeconds = 0; //!< from every stream's first frame to the first end of a stream
    int64 steadyFrames = 0;
    std::vector<Sample> samples;

    int64 decoded() const;
    int64 delivered() const;
    int64 lost() const; //!< of streams without an error
    Difference difference() const;
    double framesPerSecond() const { return seconds > 0 ? double(delivered()) / seconds : 0; }
    double steadyFramesPerSecond() const { return steadySeconds > 0 ? double(steadyFrames) / steadySeconds : 0; }
    double maxMegabytes() const;
    //! Resident memory after the first fifth of the run: buffers are allocated and programs built by then.
    double earlyMegabytes() const;
};

//! Fills in sums, shares and limits from the streams' stages.
void summarize(Figures& figures);

//! A sentence about what limits, with what to do to see the filter alone.
std::string limitSentence(const Figures& figures);

} // namespace samples

#endif // CLCONV_SAMPLES_FIGURES_HPP
