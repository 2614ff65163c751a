// SPDX-License-Identifier: Apache-2.0
//
// Shared by command-line programs, samples, benchmarks and tests alike: usage errors, reading the command line, the
// line about the device.

#ifndef CLCONV_PROGRAMS_COMMAND_LINE_HPP
#define CLCONV_PROGRAMS_COMMAND_LINE_HPP

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include <functional>
#include <stdexcept>
#include <string>

namespace programs {

//! An error that the user can correct: ends the program with one line on stderr and exit code 2.
struct UsageError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! Runs a program's body; an exception becomes one line on stderr and an exit code: 2 for UsageError, else 1.
int runProgram(const std::string& name, const std::function<int()>& body);

//! Reads a command line. Unknown options and surplus arguments, which cv::CommandLineParser ignores, are errors.
//! @param positional the maximum number of positional arguments
//! @param read reads the values
//! @returns false if the help text was requested and printed
//! @throws UsageError
bool readCommandLine(int argc, const char* const* argv, const std::string& keys, const std::string& about,
                     int positional, const std::function<void(const cv::CommandLineParser&)>& read);

//! Parses an integer in a range. @p what is the argument's name, for the error message.
int wholeNumber(const std::string& text, const std::string& what, int minimum, int maximum);

//! The same for the value of an option.
int wholeNumber(const cv::CommandLineParser& parser, const std::string& option, int minimum, int maximum);

//! Parses a number in a range, with or without a fraction.
double anyNumber(const cv::CommandLineParser& parser, const std::string& option, int minimum, int maximum);

//! Parses `1920x1080`, or a single number for a square.
cv::Size sizeFromText(const std::string& text, const std::string& what, int maximum);

//! Throws UsageError if the output file is the input file, which would be destroyed.
void refuseOverwriting(const std::string& input, const std::string& output);

//! Parses constant, replicate, reflect, reflect101 or wrap.
int borderFromName(const std::string& name);

//! One line that names the OpenCL device in use, or states that there is none.
std::string deviceLine();

} // namespace programs

#endif // CLCONV_PROGRAMS_COMMAND_LINE_HPP
