// SPDX-License-Identifier: Apache-2.0
//
// Shared by command-line programs: usage errors, reading the command line, the line about the device.

#include "command_line.hpp"

#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>
#include <iostream>
#include <utility>

namespace programs {
namespace {

void requireKnownOptions(const cv::CommandLineParser& parser, int argc, const char* const* argv, int positional)
{
    for (int i = 1; i < argc; i++)
    {
        const std::string argument = argv[i];
        if (argument.empty() || argument[0] != '-')
        {
            if (positional-- <= 0)
                throw UsageError("'" + argument +
                                 "' is not a valid argument: options have the form --name=value, see --help");
            continue;
        }
        const std::string name = argument.substr(0, argument.find('=')).substr(argument.compare(0, 2, "--") ? 1 : 2);
        try
        {
            parser.has(name); // throws if the name is not declared
        }
        catch (const cv::Exception&)
        {
            throw UsageError("unknown option '" + argument + "', see --help");
        }
    }
}

//! @param parse std::stoll or std::stod, which accept a number that is followed by other text
template<typename Parse>
auto numberFrom(const std::string& text, const std::string& what, const char* kind, int minimum, int maximum,
                const Parse& parse) -> decltype(parse(text, nullptr))
{
    try
    {
        size_t used = 0;
        const auto value = parse(text, &used);
        if (used == text.size() && value >= minimum && value <= maximum) // false for NaN
            return value;
    }
    catch (const std::logic_error&)
    {
    }
    throw UsageError(what + ": '" + text + "' is not a " + kind + " from " + std::to_string(minimum) + " to " +
                     std::to_string(maximum));
}

} // namespace

int runProgram(const std::string& name, const std::function<int()>& body)
{
    std::string message;
    int code = 2;
    try
    {
        return body();
    }
    catch (const UsageError& error)
    {
        message = error.what();
    }
    catch (const cv::Exception& error)
    {
        message = error.func + ": " + error.err;
        code = 1;
    }
    catch (const std::exception& error)
    {
        message = error.what();
        code = 1;
    }
    std::replace(message.begin(), message.end(), '\n', ' ');
    std::cout << std::flush;
    std::cerr << name << ": " << message << std::endl;
    return code;
}

bool readCommandLine(int argc, const char* const* argv, const std::string& keys, const std::string& about,
                     int positional, const std::function<void(const cv::CommandLineParser&)>& read)
{
    cv::CommandLineParser parser(argc, argv, keys);
    parser.about(about);
    if (parser.has("help"))
    {
        parser.printMessage();
        return false;
    }
    requireKnownOptions(parser, argc, argv, positional);
    try
    {
        read(parser);
    }
    catch (const cv::Exception& error)
    {
        throw UsageError(error.err.substr(0, error.err.find('\n')));
    }
    return true;
}

int wholeNumber(const std::string& text, const std::string& what, int minimum, int maximum)
{
    const auto parse = [](const std::string& digits, size_t* used) { return std::stoll(digits, used); };
    return int(numberFrom(text, what, "whole number", minimum, maximum, parse));
}

int wholeNumber(const cv::CommandLineParser& parser, const std::string& option, int minimum, int maximum)
{
    return wholeNumber(parser.get<cv::String>(option), "--" + option, minimum, maximum);
}

double anyNumber(const cv::CommandLineParser& parser, const std::string& option, int minimum, int maximum)
{
    const auto parse = [](const std::string& digits, size_t* used) { return std::stod(digits, used); };
    return numberFrom(parser.get<cv::String>(option), "--" + option, "number", minimum, maximum, parse);
}

cv::Size sizeFromText(const std::string& text, const std::string& what, int maximum)
{
    const size_t cross = text.find('x');
    const std::string side = what + " '" + text + "'";
    const int width = wholeNumber(text.substr(0, cross), side, 1, maximum);
    const int height = cross == std::string::npos ? width : wholeNumber(text.substr(cross + 1), side, 1, maximum);
    return cv::Size(width, height);
}

void refuseOverwriting(const std::string& input, const std::string& output)
{
    namespace fs = cv::utils::fs;
    if (fs::exists(input) && fs::exists(output) && fs::canonical(input) == fs::canonical(output))
        throw UsageError("input and output are the same file: " + output);
}

int borderFromName(const std::string& name)
{
    const std::pair<const char*, int> borders[] = {{"constant", cv::BORDER_CONSTANT},
                                                   {"replicate", cv::BORDER_REPLICATE},
                                                   {"reflect", cv::BORDER_REFLECT},
                                                   {"reflect101", cv::BORDER_REFLECT_101},
                                                   {"wrap", cv::BORDER_WRAP}};
    for (const auto& border : borders)
        if (name == border.first)
            return border.second;
    throw UsageError("unknown border '" + name + "': constant, replicate, reflect, reflect101 or wrap");
}

std::string deviceLine()
{
    if (cv::ocl::useOpenCL())
    {
        const cv::ocl::Device& device = cv::ocl::Device::getDefault();
        return "OpenCL: " + device.name() + ", " + device.vendorName() + ", " + device.version();
    }
    const bool runtime = cv::ocl::haveOpenCL();
    return std::string("OpenCL: none, CPU path") +
           (runtime ? " (OpenCV selects a CPU device only with OPENCV_OPENCL_DEVICE=:CPU:)" : "");
}

} // namespace programs
