// SPDX-License-Identifier: Apache-2.0
//
// Drawing over the table before.

#include "display.hpp"
#include "../report/table.hpp"

#include <algorithm>
#include <iostream>

#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace samples {

namespace {

const double secondsBetweenTables = 0.5;
const double secondsBetweenLines = 10;

bool stderrIsTerminal()
{
#ifdef _WIN32
    return false; // no escape sequences there
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

//! Columns and rows of the terminal.
cv::Size terminalSize()
{
#ifndef _WIN32
    winsize size = {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        return cv::Size(size.ws_col, size.ws_row);
#endif
    return cv::Size(80, 24);
}

} // namespace

Display::Display(bool headless, double secondsLimit) :
    live_(!headless && stderrIsTerminal()), secondsLimit_(secondsLimit)
{
}

void Display::clear()
{
    if (shownLines_)
        std::cerr << "\033[" << shownLines_ << "A\r\033[J" << std::flush; // up, then erases to the end
    shownLines_ = 0;
}

void Display::line(const std::string& text)
{
    clear();
    std::cerr << "clconv_streams: " << text << std::endl;
}

void Display::show(const Figures& figures)
{
    if (figures.seconds < last_ + (live_ ? secondsBetweenTables : secondsBetweenLines))
        return;
    last_ = figures.seconds;
    if (!live_)
    {
        std::cerr << progressLine(figures, secondsLimit_) << std::endl;
        return;
    }
    const cv::Size terminal = terminalSize();
    std::string text;
    int count = 0;
    for (const std::string& each : tableLines(figures, std::max(1, terminal.height - 8)))
    {
        text += each.substr(0, size_t(terminal.width - 1)) + "\n";
        count++;
    }
    text += progressLine(figures, secondsLimit_).substr(0, size_t(terminal.width - 1)) + "\n";
    clear();
    std::cerr << text << std::flush;
    shownLines_ = count + 1;
}

} // namespace samples
