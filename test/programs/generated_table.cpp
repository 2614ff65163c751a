// SPDX-License-Identifier: Apache-2.0
//
// Finds, compares and replaces tables.

#include "generated_table.hpp"

#include "programs/command_line.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace clconv_test {
namespace {

using programs::UsageError;

const char* const keys = "{help h||this text}"
                         "{check||file whose tables must be those that this program prints}"
                         "{update||file whose tables are written anew}";

std::string contentOf(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw programs::UsageError(name + " cannot be read");
    return text.str();
}

//! The content of a document with these tables in place of its own.
std::string withTables(const std::string& program, const std::vector<GeneratedTable>& tables, const std::string& file,
                       std::string content)
{
    int found = 0;
    for (const GeneratedTable& table : tables)
    {
        const std::string first = "<!-- " + table.name + ": written by " + program + " --update -->\n";
        const std::string last = "<!-- end of " + table.name + " -->\n";
        const size_t begin = content.find(first), end = content.find(last);
        if (begin == std::string::npos)
            continue;
        if (end == std::string::npos || end < begin)
            throw programs::UsageError(file + " has no line\n" + last);
        content = content.substr(0, begin + first.size()) + table.text() + content.substr(end);
        ++found;
    }
    if (found == 0)
        throw programs::UsageError(file + " has no line that begins a table, written by " + program + " --update");
    return content;
}

void write(const std::string& file, const std::string& content)
{
    std::ofstream stream(file, std::ios::binary);
    if (!(stream << content).flush())
        throw programs::UsageError(file + " cannot be written");
}

} // namespace

int runTableProgram(int argc, char** argv, const std::string& program, const std::string& about,
                    const std::vector<GeneratedTable>& tables)
{
    const auto body = [&]
    {
        std::string checked, written;
        const auto read = [&](const cv::CommandLineParser& parser)
        { checked = parser.get<cv::String>("check"), written = parser.get<cv::String>("update"); };
        if (!programs::readCommandLine(argc, argv, keys, program + ": " + about, 0, read))
            return 0;
        if (checked.empty() && written.empty())
            for (const GeneratedTable& table : tables)
                std::cout << table.text();
        if (!written.empty())
            write(written, withTables(program, tables, written, contentOf(written)));
        if (checked.empty() || withTables(program, tables, checked, contentOf(checked)) == contentOf(checked))
            return 0;
        std::cout << checked << " has another table:\n  " << program << " --update=" << checked << std::endl;
        return 1;
    };
    return programs::runProgram(program, body);
}

} // namespace clconv_test
