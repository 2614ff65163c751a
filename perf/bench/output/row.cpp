// SPDX-License-Identifier: Apache-2.0
//
// The list of columns: the only definition of what CSV, JSON and table contain.

#include "row.hpp"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

Column text(const std::string& name, const std::string& heading, std::function<std::string(const Row&)> get)
{
    return {name, nullptr, std::move(get), 0, heading};
}

Column number(const std::string& name, const std::string& heading, int decimals, std::function<double(const Row&)> get)
{
    return {name, std::move(get), nullptr, decimals, heading};
}

void addCase(std::vector<Column>& list)
{
    list.push_back(text("size", "size", [](const Row& r) { return nameOf(r.c.size); }));
    list.push_back(text("type", "type", [](const Row& r) { return r.c.pixel.name; }));
    list.push_back(text("ddepth", "", [](const Row& r) { return cv::depthToString(r.c.pixel.ddepth); }));
    list.push_back(number("ksize", "K", 0, [](const Row& r) { return r.c.ksize; }));
    list.push_back(text("kernel", "kernel", [](const Row& r) { return r.c.kernel; }));
    list.push_back(text("border", "border", [](const Row& r) { return r.c.border.name; }));
    list.push_back(number("nans", "NaNs/MP", 0, [](const Row& r) { return r.c.nans ? r.c.nans : NAN; }));
    list.push_back(text("variant", "", [](const Row& r) { return r.variant; }));
    list.push_back(text("implementation", "", [](const Row& r) { return r.implementation; }));
    list.push_back(text("parameters", "", [](const Row& r) { return r.parameters; }));
    list.push_back(number("pairs", "pairs", 0, [](const Row& r) { return double(r.pairs); }));
}

void addTimes(std::vector<Column>& list)
{
    list.push_back(number("device_us", "device us", 1, [](const Row& r) { return r.deviceUs; }));
    list.push_back(number("wall_us", "wall us", 1, [](const Row& r) { return r.wallUs; }));
    list.push_back(number("single_us", "single us", 1, [](const Row& r) { return r.singleUs; }));
    list.push_back(number("stock_wall_us", "stock us", 1, [](const Row& r) { return r.stockWallUs; }));
    list.push_back(number("stock_single_us", "", 1, [](const Row& r) { return r.stockSingleUs; }));
    list.push_back(number("opencv_cpu_us", "opencv-cpu us", 1, [](const Row& r) { return r.opencvCpuUs; }));
    list.push_back(number("stock_ratio", "stock x", 2, [](const Row& r) { return r.stockWallUs / r.wallUs; }));
    list.push_back(
        number("stock_single_ratio", "single x", 2, [](const Row& r) { return r.stockSingleUs / r.singleUs; }));
    list.push_back(
        number("opencv_cpu_ratio", "opencv-cpu x", 2, [](const Row& r) { return r.opencvCpuUs / r.wallUs; }));
}

void addShares(std::vector<Column>& list, const Ceilings& top)
{
    list.push_back(number("gbps", "GB/s", 1, [](const Row& r) { return r.gbps(); }));
    list.push_back(number("copy_share", "copy", 2, [=](const Row& r) { return r.gbps() / top.copyGBs; }));
    list.push_back(number("tflops", "TFLOP/s", 3, [](const Row& r) { return r.tflops(); }));
    list.push_back(number("fma_share", "fma", 2, [=](const Row& r) { return r.tflops() / top.fmaTflops; }));
    list.push_back(number("multiply_adds", "", 1,
                          [](const Row& r) { return r.expected.perValue > 0 ? r.expected.perValue : std::nan(""); }));
    list.push_back(text("matrix_units", "", [](const Row& r) { return r.expected.matrixType; }));
    list.push_back(number("roof_share", "roof", 2, [=](const Row& r) { return r.roofShare(top); }));
}

void addCheck(std::vector<Column>& list)
{
    list.push_back(text("check", "check", [](const Row& r) { return r.check; }));
    list.push_back(number("max_difference", "", 6, [](const Row& r) { return r.maxDifference; }));
}

} // namespace

double Row::roofShare(const Ceilings& ceilings) const
{
    if (!(expected.perValue > 0) || !expected.matrixType.empty())
        return NAN;
    const double operations = 2 * expected.perValue * values(); // a multiply-add is two, as in the ceiling
    const double moving = 1e-3 * bytes() / ceilings.copyGBs, adding = 1e-6 * operations / ceilings.fmaTflops;
    return std::max(moving, adding) / bestUs();
}

std::vector<Column> columns(const Ceilings& ceilings)
{
    std::vector<Column> list;
    addCase(list);
    addTimes(list);
    addShares(list, ceilings);
    addCheck(list);
    // On its own line, because it is wider than a terminal.
    list.push_back(text("", "\n    how",
                        [](const Row& r) {
                            return (r.fastest ? "\n  * " : "\n    ") + r.implementation +
                                   (r.parameters.empty() ? "" : ": " + r.parameters);
                        }));
    return list;
}

} // namespace bench
