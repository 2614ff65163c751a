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
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    //! Shows the state if it is time to.
    //! @param total number of frames, 0: unknown
    //! @param what printed beside the progress
    void show(int64 done, int64 total, const std::string& what);

    //! Erases the bar, so that something else can be printed.
    void clear();

    //! Seconds since the beginning.
    double seconds() const;

private:
    const bool terminal_;
    const int64 begin_;
    int64 last_;
    bool shown_ = false;
};

} // namespace samples

#endif // CLCONV_SAMPLES_PROGRESS_HPP
