// SPDX-License-Identifier: Apache-2.0
//
// Tunable parameters as text, and the forced implementation.

#include "problem/params.hpp"

#include <cerrno>

namespace cv { namespace clconv {

//! Parses one `PARAM=value` into params; false if it is malformed.
static bool readParam(const std::string& item, Params& params)
{
    const size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == item.size())
        return false;
    const std::string value = item.substr(equals + 1);
    char* end = NULL;
    errno = 0;
    const long number = std::strtol(value.c_str(), &end, 10);
    if (end != value.c_str() + value.size() || errno != 0 || number < INT_MIN || number > INT_MAX)
        return false;
    params[item.substr(0, equals)] = int(number);
    return true;
}

std::string toString(const std::string& name, const Params& params)
{
    std::string text = name;
    for (const auto& param : params)
        text += (text == name ? ":" : ",") + param.first + "=" + std::to_string(param.second);
    return text;
}

Force parseForce(const std::string& text)
{
    Force force;
    force.text = text;
    const size_t colon = text.find(':');
    force.name = text.substr(0, colon);
    if (text.empty() || colon == std::string::npos)
        return force;
    size_t begin = colon + 1;
    while (begin <= text.size())
    {
        const size_t comma = std::min(text.find(',', begin), text.size());
        const std::string item = text.substr(begin, comma - begin);
        if (!readParam(item, force.params))
            force.error = "'" + item + "' in '" + text + "' is not PARAM=number";
        begin = comma + 1;
    }
    return force;
}

}} // namespace cv::clconv
