// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzzed function without libFuzzer: on each named file, on each file of a named folder, and on texts that
// differ from those by a few bytes. For builds with any compiler, and to repeat what libFuzzer found.

#include "text_target.hpp"

#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using namespace cv;

const char* const keys = "{help h||this text}"
                         "{mutations|0|how many texts to make of each file}"
                         "{seed|1|of the mutations}"
                         "{@file1||a file or folder of inputs}{@file2||another}{@file3||another}";

std::string readFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw programs::UsageError("cannot read " + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

//! Replaces, inserts, removes, or copies from elsewhere in the text, up to eight bytes.
std::string mutated(std::string text, RNG& rng)
{
    static const std::string marks = "0189*|=:,.#xX-+ \n\t\"'\\/<>(){}[]aePU\xff";
    for (int change = rng.uniform(1, 9); change > 0; --change)
    {
        const size_t at = size_t(rng.uniform(0, int(text.size()) + 1)),
                     from = size_t(rng.uniform(0, int(text.size()) + 1));
        const size_t count = size_t(rng.uniform(0, 12));
        switch (rng.uniform(0, 4))
        {
        case 0: text.insert(at, 1, marks[size_t(rng.uniform(0, int(marks.size())))]); break;
        case 1: text.erase(at, count); break;
        case 2: text.insert(at, text.substr(from, count)); break;
        default:
            if (at < text.size())
                text[at] = char(rng.uniform(0, 256));
        }
    }
    return text;
}

void runOn(const std::string& text)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

std::vector<std::string> filesIn(const std::string& path)
{
    std::vector<std::string> files;
    if (utils::fs::isDirectory(path))
        utils::fs::glob(path, "", files);
    else
        files.push_back(path);
    return files;
}

int replay(int argc, char** argv)
{
    std::vector<std::string> files;
    int mutations = 0, seed = 0;
    const auto read = [&](const CommandLineParser& parser)
    {
        mutations = programs::wholeNumber(parser, "mutations", 0, 1000000000);
        seed = programs::wholeNumber(parser, "seed", 0, 1000000000);
        for (const char* name : {"@file1", "@file2", "@file3"})
            if (!parser.get<std::string>(name).empty())
                for (const std::string& file : filesIn(parser.get<std::string>(name)))
                    files.push_back(file);
        if (files.empty())
            throw programs::UsageError("no inputs: name a file or a folder");
    };
    if (!programs::readCommandLine(argc, argv, keys, "Runs a fuzzed function on files, and on texts like them.", 3,
                                   read))
        return 0;
    RNG rng(uint64(seed) + 0x9E3779B97F4A7C15ull);
    for (const std::string& file : files)
    {
        const std::string text = readFile(file);
        runOn(text);
        for (int i = 0; i < mutations; ++i)
            runOn(mutated(text, rng));
    }
    std::cout << files.size() << " files, " << files.size() * size_t(mutations) << " mutations: none failed\n";
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("replay", [&] { return replay(argc, argv); });
}
