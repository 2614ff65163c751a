// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Reading command lines.

#include "command_line.hpp"

#include <iostream>
#include <sstream>

namespace bench
{
namespace
{

void refuseUnknown(const cv::CommandLineParser& parser, int argc, char** argv)
{
    for (int i = 1; i < argc; i++)
    {
        const std::string word = argv[i];
        const size_t dashes = word.compare(0, 2, "--") == 0 ? 2 : word.compare(0, 1, "-") == 0 ? 1 : 0;
        if (dashes == 0)
            throw UsageError("'" + word + "' is not understood: options are written --name=value, see --help");
        try
        {
            parser.has(word.substr(dashes, word.find('=') - dashes)); // throws where there is no such key
        }
        catch (const cv::Exception&)
        {
            throw UsageError("unknown option '" + word + "', see --help");
        }
    }
}

} // namespace

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    if (!text.empty() && text.back() == separator)
        parts.push_back("");
    return parts;
}

int numberOf(const cv::CommandLineParser& parser, const char* option, int least, int most)
{
    const int value = parser.get<int>(option);
    if (!parser.check() || value < least || value > most)
        throw UsageError(cv::format("--%s: '%s' is not a number from %d to %d", option,
                                    parser.get<cv::String>(option).c_str(), least, most));
    return value;
}

bool readCommandLine(int argc, char** argv, const std::string& keys, const std::string& about,
                     const std::function<void(const cv::CommandLineParser&)>& read)
{
    cv::CommandLineParser parser(argc, argv, keys);
    parser.about(about);
    if (parser.has("help"))
    {
        parser.printMessage();
        return false;
    }
    refuseUnknown(parser, argc, argv);
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

int exitCodeOf(const std::string& program, const std::function<int()>& work)
try
{
    return work();
}
catch (const UsageError& error)
{
    std::cerr << program << ": " << error.what() << std::endl;
    return 2;
}
catch (const std::exception& error)
{
    std::cerr << program << ": " << error.what() << std::endl;
    return 1;
}

} // namespace bench
