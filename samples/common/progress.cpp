// SPDX-License-Identifier: Apache-2.0
//
// Progress on stderr: a bar on a terminal, an occasional line in a log.

#include "progress.hpp"

#include <algorithm>
#include <iostream>

#ifdef _WIN32
#include <io.h>
#else
#include <sys/ioctl.h>
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

size_t columnsOfTerminal()
{
#ifndef _WIN32
    winsize size = {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
#endif
    return 80;
}

double secondsSince(int64 ticks)
{
    return static_cast<double>(cv::getTickCount() - ticks) / cv::getTickFrequency();
}

std::string progressText(int64 done, int64 total, double seconds)
{
    const double rate = double(done) / std::max(seconds, 1e-9);
    if (total <= 0)
        return cv::format("%d frames, %.1f frames/s", int(done), rate);
    const int64 part = std::min(done, total);
    const int filled = int(barWidth * part / total);
    return cv::format("[%s%s] %d/%d, %.1f frames/s, %.0f s left", std::string(size_t(filled), '#').c_str(),
                      std::string(size_t(barWidth - filled), '.').c_str(), int(done), int(total), rate,
                      double(total - part) / std::max(rate, 1e-9));
}

} // namespace

Progress::Progress() : terminal_(stderrIsTerminal()), begin_(cv::getTickCount()), last_(begin_) {}

double Progress::seconds() const
{
    return secondsSince(begin_);
}

void Progress::show(int64 done, int64 total, const std::string& what)
{
    if (secondsSince(last_) < (terminal_ ? secondsBetweenBars : secondsBetweenLines))
        return;
    last_ = cv::getTickCount();
    const std::string text = progressText(done, total, seconds()) + ", " + what;
    if (terminal_) // a line that wraps could not be erased
        std::cerr << "\r\033[K" << text.substr(0, columnsOfTerminal() - 1)
                  << std::flush; // returns to the left and erases the line
    else
        std::cerr << text << std::endl;
    shown_ = terminal_;
}

void Progress::clear()
{
    if (shown_)
        std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

} // namespace samples
