// SPDX-License-Identifier: Apache-2.0
//
// The figures of a run as plain values, and what is printed and written of them.

#ifndef CLCONV_SAMPLES_FIGURES_HPP
#define CLCONV_SAMPLES_FIGURES_HPP

#include "pipeline/stage.hpp"

#include <string>
#include <vector>

namespace samples {

//! A value for each stage.
using StageValues = std::array<double, stageCount>;

struct StreamFigures
{
    std::string source;
    std::string device;
    std::string error; //!< empty: none
    bool ended = false;
    int total = 0; //!< frames expected, 0: unknown
    int64 decoded = 0, delivered = 0;
    StageValues seconds{}; //!< in the calls of each stage
};

struct Figures
{
    double seconds = 0;
    int workers = 0; //!< on all devices
    std::vector<StreamFigures> streams;

    int64 delivered() const;
    int64 lost() const; //!< frames of streams that ended without an error

    //! Busy share of the time of each stage's threads, of which there is one for each stream, or for each worker.
    StageValues shares() const;
};

//! "filter 93 %": the stage whose threads are busy for the largest share of the time.
std::string limitText(const Figures& figures);

//! A sentence about the stage whose threads are busy for the largest share of the time, and about how to measure the
//! filter alone.
std::string limitSentence(const Figures& figures);

//! A line for each stream, then the stages and the whole run.
std::string summaryText(const Figures& figures);

//! The first line of the file of --csv.
std::string csvHead();

//! A line for each stream: its sums since the beginning.
std::string csvRows(const Figures& figures);

} // namespace samples

#endif // CLCONV_SAMPLES_FIGURES_HPP
