// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the sample programs share: errors a user can mend, words on the command line, the line about the device.

#ifndef CLCONV_SAMPLES_SUPPORT_HPP
#define CLCONV_SAMPLES_SUPPORT_HPP

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include <functional>
#include <stdexcept>
#include <string>

namespace samples
{

//! Something the user asked for cannot be: ends the program with one line and exit code 2.
struct UsageError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! Runs a program's body; an exception becomes one line on stderr and an exit code (2: mendable by the user, 1: not).
int runProgram(const std::string& name, const std::function<int()>& body);

//! Reads a command line. What cv::CommandLineParser passes over in silence is an error here: options it does not know, and
//! words too many.
//! @param positional how many words may stand without an option's name
//! @param read takes the values
//! @returns false where the help text was asked for and printed
//! @throws UsageError
bool readCommandLine(int argc, const char* const* argv, const std::string& keys, const std::string& about,
                     int positional, const std::function<void(const cv::CommandLineParser&)>& read);

//! @p what is the argument's name, for the error message.
int wholeNumber(const std::string& text, const std::string& what, int least, int most);

//! The same of an option.
int wholeNumber(const cv::CommandLineParser& parser, const std::string& option, int least, int most);

//! `1920x1080`; a single number stands for both sides.
cv::Size sizeFromText(const std::string& text, const std::string& what, int most);

//! For a file about to be written: the input's own name there would destroy the input.
void refuseOverwriting(const std::string& input, const std::string& output);

//! constant, replicate, reflect, reflect101, wrap
int borderFromName(const std::string& name);

//! The OpenCL device in use, or that there is none.
std::string deviceLine();

} // namespace samples

#endif // CLCONV_SAMPLES_SUPPORT_HPP
