// SPDX-License-Identifier: Apache-2.0
//
// Progress on stderr: a bar on a terminal, an occasional line in a log.

#include "progress.hpp"

#include <algorithm>
#include <iostream>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace samples {

namespace {

const int barWidth = 24;
const double secondsBetweenBars = 0.1;
const double secondsBetweenLines = 10;

bool stderrIsTerminal()
{
#ifdef _WIN32
    return _isatty(2) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

double secondsSince(int64 ticks)
{
    return static_cast<double>(cv::getTickCount() - ticks) / cv::getTickFrequency();
}

} // namespace

Progress::Progress(int total) : total_(total), terminal_(stderrIsTerminal()), begin_(cv::getTickCount()), last_(begin_)
{
}

Progress::~Progress()
{
    clear();
}

double Progress::seconds() const
{
    return secondsSince(begin_);
}

std::string Progress::text(const std::string& what) const
{
    const double rate = done_ / std::max(seconds(), 1e-9);
    if (total_ <= 0)
        return cv::format("%d frames, %.1f frames/s, %s", done_, rate, what.c_str());
    const int part = std::min(done_, total_);
    const int filled = static_cast<int>(static_cast<int64>(barWidth) * part / total_);
    return cv::format("[%s%s] %d/%d, %.1f frames/s, %.0f s left, %s", std::string(filled, '#').c_str(),
                      std::string(barWidth - filled, '.').c_str(), done_, total_, rate, (total_ - part) / rate,
                      what.c_str());
}

void Progress::step(const std::string& what)
{
    done_++;
    if (secondsSince(last_) < (terminal_ ? secondsBetweenBars : secondsBetweenLines))
        return;
    last_ = cv::getTickCount();
    if (terminal_)
        std::cerr << "\r\033[K" << text(what) << std::flush; // returns to the left and erases the line
    else
        std::cerr << text(what) << std::endl;
    shown_ = terminal_;
}

void Progress::clear()
{
    if (shown_)
        std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

} // namespace samples
