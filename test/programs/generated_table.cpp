// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Finding, comparing and replacing the table.

#include "generated_table.hpp"

#include "../../samples/common/support.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace clconv_test
{
namespace
{

using ::samples::UsageError;

const char* const keys = "{help h||this text}"
                         "{check||file whose table must be the one that this program prints}"
                         "{update||file whose table is written anew}";

std::string contentOf(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw UsageError(name + " cannot be read");
    return text.str();
}

struct Table
{
    std::string program, name, text;

    //! The content of the file with this table.
    std::string insertedInto(const std::string& file, const std::string& content) const
    {
        const std::string first = "<!-- " + name + ": written by " + program + " --update -->\n";
        const std::string last = "<!-- end of " + name + " -->\n";
        const size_t begin = content.find(first), end = content.find(last);
        if (begin == std::string::npos || end == std::string::npos || end < begin)
            throw UsageError(file + " has no lines\n" + first + last);
        return content.substr(0, begin + first.size()) + text + content.substr(end);
    }

    bool check(const std::string& file) const
    {
        const std::string content = contentOf(file);
        if (insertedInto(file, content) == content)
            return true;
        std::cout << file << " has another table:\n  " << program << " --update=" << file << std::endl;
        return false;
    }

    void update(const std::string& file) const
    {
        const std::string content = insertedInto(file, contentOf(file));
        std::ofstream stream(file, std::ios::binary);
        if (!(stream << content).flush())
            throw UsageError(file + " cannot be written");
    }
};

} // namespace

int runTableProgram(int argc, char** argv, const std::string& program, const std::string& about,
                    const std::string& table, const std::function<std::string()>& text)
{
    const auto body = [&]
    {
        std::string checked, written;
        const auto read = [&](const cv::CommandLineParser& parser)
        { checked = parser.get<cv::String>("check"), written = parser.get<cv::String>("update"); };
        if (!::samples::readCommandLine(argc, argv, keys, program + ": " + about, 0, read))
            return 0;
        const Table generated = {program, table, text()};
        if (checked.empty() && written.empty())
            std::cout << generated.text;
        if (!written.empty())
            generated.update(written);
        return checked.empty() || generated.check(checked) ? 0 : 1;
    };
    return ::samples::runProgram(program, body);
}

} // namespace clconv_test
