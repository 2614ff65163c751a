// SPDX-License-Identifier: Apache-2.0
//
// Samples over the time of a run, in memory of limited size.

#ifndef CLCONV_SAMPLES_RECORDER_HPP
#define CLCONV_SAMPLES_RECORDER_HPP

#include "figures.hpp"

namespace samples {

//! Resident memory of this process in MB (2^20 bytes); 0 where /proc does not exist.
double residentMegabytes();

class Recorder
{
public:
    //! Adds a sample if it is time for one, and notes where the steady part of the run begins and ends. To be called
    //! some times a second.
    void observe(const Figures& figures);

    //! Puts the samples and the steady part into the figures.
    void complete(Figures& figures) const;

    //! A stream's frames per second since the sample of about a second ago.
    double recentRate(const StreamFigures& stream, double seconds) const;

private:
    struct Moment
    {
        double seconds = 0;
        int64 frames = 0;
        bool known = false;
    };

    struct Counts
    {
        double seconds = 0;
        std::vector<int64> delivered;
    };

    void observeSteadyPart(const Figures& figures);

    double interval_ = 0; // between samples; grows in long runs
    std::vector<Sample> samples_;
    std::vector<Counts> recent_; // of the last moments
    Moment begin_, end_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_RECORDER_HPP
