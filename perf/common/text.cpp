// SPDX-License-Identifier: Apache-2.0
//
// Prints tables with aligned columns.

#include "text.hpp"

#include <algorithm>

namespace bench {

void printAligned(std::ostream& out, const std::vector<std::vector<std::string>>& lines, const std::vector<bool>& right)
{
    std::vector<size_t> widths(right.size(), 0);
    for (const auto& cells : lines)
        for (size_t i = 0; i < cells.size(); i++)
            widths[i] = std::max(widths[i], cells[i].size());
    for (const auto& cells : lines)
    {
        std::string line;
        for (size_t i = 0; i < cells.size(); i++)
            line += padded(cells[i], widths[i], right[i]) + "  ";
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << "\n";
    }
}

} // namespace bench
