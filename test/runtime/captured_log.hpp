// SPDX-License-Identifier: Apache-2.0
//
// What clconv logs while a test runs.

#pragma once

#include "support/test_precomp.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <iostream>
#include <sstream>

namespace opencv_test {

//! Captures the lines that clconv logs while this object lives. OpenCV's logger writes to the standard streams.
class Log
{
public:
    explicit Log(utils::logging::LogLevel level) :
        level_(utils::logging::setLogLevel(level)), out_(std::cout.rdbuf(text_.rdbuf())),
        error_(std::cerr.rdbuf(text_.rdbuf()))
    {
    }
    ~Log()
    {
        std::cout.rdbuf(out_);
        std::cerr.rdbuf(error_);
        utils::logging::setLogLevel(level_);
    }

    //! The number of lines that contain these words and the name of the level.
    int count(const std::string& level, const std::string& words) const
    {
        int lines = 0;
        std::istringstream stream(text_.str());
        for (std::string line; std::getline(stream, line);)
            lines += line.find("clconv: ") != std::string::npos && line.find(level) < line.find("clconv: ") &&
                     line.find(words) != std::string::npos;
        return lines;
    }

    std::string text() const { return text_.str(); }

private:
    std::ostringstream text_;
    utils::logging::LogLevel level_;
    std::streambuf *out_, *error_;
};

} // namespace opencv_test
