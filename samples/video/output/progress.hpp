// SPDX-License-Identifier: Apache-2.0
//
// Progress on stderr: a bar on a terminal, an occasional line in a log.

#ifndef CLCONV_SAMPLES_PROGRESS_HPP
#define CLCONV_SAMPLES_PROGRESS_HPP

#include <opencv2/core.hpp>

#include <string>

namespace samples {

class Progress
{
public:
    //! @param total number of frames, 0: unknown
    explicit Progress(int total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    //! Counts a frame. @p what is printed beside the bar.
    void step(const std::string& what);

    //! Erases the bar, so that something else can be printed.
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
