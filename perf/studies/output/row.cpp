// SPDX-License-Identifier: Apache-2.0
//
// Look-ups among the rows.

#include "row.hpp"

#include <algorithm>

namespace study {

std::vector<std::string> Rows::distinct(std::string Row::*name) const
{
    std::vector<std::string> names;
    for (const Row& row : list_)
        if (std::find(names.begin(), names.end(), row.*name) == names.end())
            names.push_back(row.*name);
    return names;
}

const Row* Rows::find(const std::string& step, const std::string& size, const std::string& filter) const
{
    for (const Row& row : list_)
        if (row.step == step && row.size == size && row.filter == filter)
            return &row;
    return nullptr;
}

std::vector<double> Rows::ratios(const std::string& a, const std::string& b, const Condition& where) const
{
    std::vector<double> found;
    for (const Row& row : list_)
    {
        const Row* other = row.step == a && where(row) ? find(b, row.size, row.filter) : nullptr;
        if (other && row.ms() > 0 && other->ms() > 0)
            found.push_back(row.ms() / other->ms());
    }
    return found;
}

} // namespace study
