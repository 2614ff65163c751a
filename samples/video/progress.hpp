// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How far the work is, on stderr: a bar that moves on a terminal, a line now and then in a log.

#ifndef CLCONV_SAMPLES_PROGRESS_HPP
#define CLCONV_SAMPLES_PROGRESS_HPP

#include <opencv2/core.hpp>

#include <string>

namespace samples
{

class Progress
{
public:
    //! @param total frames to come, 0: unknown.
    explicit Progress(int total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    //! One frame more. @p what stands beside the bar.
    void step(const std::string& what);

    //! Takes the bar away, so that something else can be printed.
    void clear();

    int done() const { return done_; }
    double seconds() const;

private:
    std::string text(const std::string& what) const;

    int total_, done_ = 0;
    bool terminal_, shown_ = false;
    int64 begin_, last_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_PROGRESS_HPP
