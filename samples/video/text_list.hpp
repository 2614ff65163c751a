// SPDX-License-Identifier: Apache-2.0
//
// Lists in options: `blur,sharpen`.

#ifndef CLCONV_SAMPLES_TEXT_LIST_HPP
#define CLCONV_SAMPLES_TEXT_LIST_HPP

#include <sstream>
#include <string>
#include <vector>

namespace samples {

//! The texts between commas, empty ones too.
inline std::vector<std::string> splitList(const std::string& text)
{
    std::vector<std::string> list;
    std::istringstream stream(text + ",");
    for (std::string item; std::getline(stream, item, ',');)
        list.push_back(item);
    return list;
}

} // namespace samples

#endif // CLCONV_SAMPLES_TEXT_LIST_HPP
