// SPDX-License-Identifier: Apache-2.0
//
// The run on the terminal: a live table on stderr, or a line now and then where stderr is no terminal; lines about what
// happens.

#ifndef CLCONV_SAMPLES_DISPLAY_HPP
#define CLCONV_SAMPLES_DISPLAY_HPP

#include "../figures/figures.hpp"

#include <string>

namespace samples {

class Display
{
public:
    //! @param secondsLimit of the run, 0: none
    Display(bool headless, double secondsLimit);
    ~Display() { clear(); }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    //! Shows the figures if it is time to.
    void show(const Figures& figures);

    //! Prints a line on stderr, above the table.
    void line(const std::string& text);

    //! Erases the table.
    void clear();

private:
    const bool live_;
    const double secondsLimit_;
    double last_ = 0;
    int shownLines_ = 0;
};

} // namespace samples

#endif // CLCONV_SAMPLES_DISPLAY_HPP
