// SPDX-License-Identifier: Apache-2.0
//
// The command line.

#include "options.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>
#include <fstream>

namespace study {
namespace {

const char* const keys =
    "{help h      |    | this text}"
    "{pyramid     |    | instead: both derivatives of a pyramid of images by filterBank, octave by octave, compared "
    "with "
    "Sellner's fastest times and with copying as many bytes}"
    "{study       |all | reda, imagination, amd, gaster, sellner, or all}"
    "{quick       |    | smaller sizes, 5 repetitions: all studies in a few minutes, also on a CPU}"
    "{tiny        |    | the smallest sizes, 2 repetitions: a test that everything runs, not a measurement}"
    "{repetitions |    | timed runs of each step, for median and quartiles; default 20, as in the studies}"
    "{csv         |    | write the rows to this file}"
    "{markdown    |    | write tables and verdicts to this file}";

//! cv::CommandLineParser accepts --name=value only; this accepts --name value too.
std::vector<std::string> joined(int argc, char** argv)
{
    std::vector<std::string> words(argv, argv + argc);
    for (size_t i = 1; i + 1 < words.size(); i++)
        for (const char* name : {"--study", "--repetitions", "--csv", "--markdown"})
            if (words[i] == name && words[i + 1].compare(0, 2, "--") != 0)
            {
                words[i] += "=" + words[i + 1];
                words.erase(words.begin() + long(i) + 1);
            }
    return words;
}

std::vector<const Study*> studiesNamed(const std::string& name)
{
    if (name == "all")
        return studies();
    std::string known;
    for (const Study* study : studies())
    {
        if (study->name == name)
            return {study};
        known += study->name + ", ";
    }
    throw programs::UsageError("--study: '" + name + "' is not one of " + known + "all");
}

//! The value of an option that requires one.
std::string valueOf(const cv::CommandLineParser& parser, const std::string& name)
{
    const std::string value = parser.get<cv::String>(name);
    if (parser.has(name) && (value.empty() || value == "true"))
        throw programs::UsageError("--" + name + " requires a value");
    return value;
}

//! Reports paths that cannot be written before the measurement, not after it.
void tryFiles(const Options& options)
{
    for (const std::string& file : {options.csv, options.markdown})
        if (!file.empty() && !std::ofstream(file, std::ios::app))
            throw programs::UsageError("cannot write " + file);
}

void readValues(const cv::CommandLineParser& parser, Options& options)
{
    options.studies = studiesNamed(parser.get<cv::String>("study"));
    options.scale = parser.has("tiny") ? Scale::Tiny : parser.has("quick") ? Scale::Quick : Scale::Full;
    options.repetitions = options.scale == Scale::Full ? 20 : options.scale == Scale::Quick ? 5 : 2;
    if (parser.has("repetitions"))
        options.repetitions = programs::wholeNumber(parser, "repetitions", 1, 10000);
    options.pyramid = parser.has("pyramid");
    options.csv = valueOf(parser, "csv");
    options.markdown = valueOf(parser, "markdown");
    if (options.pyramid && !(options.csv + options.markdown).empty())
        throw programs::UsageError("--pyramid prints tables only: --csv and --markdown are for the studies");
    tryFiles(options);
}

} // namespace

bool parseOptions(int argc, char** argv, Options& options)
{
    const std::vector<std::string> words = joined(argc, argv);
    std::vector<const char*> pointers;
    for (const std::string& word : words)
        pointers.push_back(word.c_str());
    return programs::readCommandLine(
        int(pointers.size()), pointers.data(), keys,
        "clconv_study: five published studies of image convolution, measured again on this device", 0,
        [&](const cv::CommandLineParser& parser) { readValues(parser, options); });
}

} // namespace study
