// SPDX-License-Identifier: Apache-2.0
//
// The verdicts on Sellner's claims.

#include "sellner_claims.hpp"

#include <map>

namespace study {
namespace {

using namespace sellner_steps;
using bench::geometricMean;

const int maxWidth = 1000;

double lowest(const std::vector<double>& ratios)
{
    return bench::quantile(ratios, 0);
}

double highest(const std::vector<double>& ratios)
{
    return bench::quantile(ratios, 1);
}

//! (third - first quartile) ÷ median, on average
double spreadOf(const Rows& rows, const std::string& step)
{
    double sum = 0;
    int count = 0;
    for (const Row& row : rows.list())
        if (row.step == step && !row.times.empty())
        {
            sum += (bench::quantile(row.times, 0.75) - bench::quantile(row.times, 0.25)) / row.ms();
            count++;
        }
    return sum / count;
}

std::vector<Verdict> onTiles(const Rows& rows)
{
    const auto small = rows.ratios(localFlat, single, widthIn(3, 3)),
               large = rows.ratios(localFlat, single, widthIn(4, maxWidth));
    const auto fillLow = rows.ratios(localFlat, localLoops, widthIn(3, 7));
    const auto fillHigh = rows.ratios(localFlat, localLoops, widthIn(9, maxWidth));
    return {whether("local is a little worse than single at 3x3 (time over single's)",
                    geometricMean(small) > 1 && geometricMean(small) < 1.5, small),
            whether("local is far better above 3x3 (time over single's)", geometricMean(large) < 0.75, large),
            whether("a flat index fills faster than two loops to 7x7 (time over theirs)", geometricMean(fillLow) < 1,
                    fillLow),
            whether("two loops fill faster from 9x9 on (the flat index's time over theirs)",
                    geometricMean(fillHigh) > 1, fillHigh)};
}

std::vector<Verdict> onSeparation(const Rows& rows)
{
    std::vector<double> others;
    for (const char* step : {single, localLoops, localFlat, twice, predefined})
        others.push_back(geometricMean(rows.ratios(separation, step, widthIn(3, 3))));
    const auto above = rows.ratios(separation, localFlat, widthIn(4, maxWidth));
    const double spread = spreadOf(rows, separation), usual = spreadOf(rows, single);
    return {whether("separation is the worst at 3x3", lowest(others) > 1,
                    cv::format("%.2f to %.2f times the others' time", lowest(others), highest(others))),
            whether("separation is unconvincing above (time over local's)", geometricMean(above) > 1, above),
            whether("separation's times spread widely", spread > 2 * usual,
                    cv::format("quartiles %.1f %% apart, single's %.1f %%", 100 * spread, 100 * usual))};
}

//! Slowest ÷ fastest over the filter widths, for each border.
std::vector<double> growthOf(const Rows& rows, const std::string& step)
{
    std::map<std::string, std::vector<double>> times; // by border
    for (const Row& row : rows.list())
        if (row.step == step && row.ms() > 0)
            times[row.filter.substr(row.filter.find(' '))].push_back(row.ms());
    std::vector<double> growth;
    for (const auto& border : times)
        if (border.second.size() > 1)
            growth.push_back(highest(border.second) / lowest(border.second));
    return growth;
}

std::vector<Verdict> onSpecialised(const Rows& rows)
{
    std::vector<double> fastest, helped;
    for (const char* step : {single, localLoops, localFlat, separation, twice})
        for (double ratio : rows.ratios(predefined, step))
            fastest.push_back(ratio);
    const std::pair<const char*, const char*> pairs[] = {
        {twice, single}, {twiceLocal, localFlat}, {twicePredefined, predefined}, {allThree, predefinedLocal}};
    for (const auto& pair : pairs)
        for (double ratio : rows.ratios(pair.first, pair.second))
            helped.push_back(ratio);
    const auto beats = rows.ratios(twice, single), tile = rows.ratios(predefinedLocal, predefined);
    const auto growth = growthOf(rows, predefined);
    return {
        whether("double beats single (time over single's)", geometricMean(beats) < 1, beats),
        whether("predefined is the best of the single techniques (time over theirs)", highest(fastest) <= 1, fastest),
        whether("predefined is nearly independent of the size (slowest over fastest)", highest(growth) < 1.25, growth),
        whether("double always helps (time over that without)", highest(helped) < 1, helped),
        whether("local does not help predefined (time over that without)", geometricMean(tile) >= 1, tile)};
}

std::vector<Verdict> onImages(const Rows& rows)
{
    std::vector<double> array, oneDimension;
    const auto add = [&](const char* local, const Rows::Condition& where)
    {
        for (double ratio : rows.ratios(imageArray, local, where))
            array.push_back(ratio);
        for (double ratio : rows.ratios(image1D, local, where))
            oneDimension.push_back(ratio);
    };
    add(localFlat, widthIn(3, 7));
    add(localLoops, widthIn(8, maxWidth));
    return {between("groups of 16x16 are 5.7 to 6.1 times faster than the driver's own", 5.7, 6.1,
                    rows.ratios(driversGroups, single)),
            between("an image array takes 0.87 to 1.05 of the buffer's time", 0.87, 1.05, array),
            between("a 1-D image takes 0.94 to 1.06 of the buffer's time", 0.94, 1.06, oneDimension)};
}

} // namespace

std::vector<Verdict> sellnerVerdicts(const Rows& rows)
{
    std::vector<Verdict> list;
    for (const auto& part : {onTiles(rows), onSeparation(rows), onSpecialised(rows), onImages(rows)})
        list.insert(list.end(), part.begin(), part.end());
    return list;
}

} // namespace study
