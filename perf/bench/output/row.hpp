// SPDX-License-Identifier: Apache-2.0
//
// One row of results, and the columns of files and table.

#pragma once

#include "../cases/ceilings.hpp"
#include "../../common/grid.hpp"
#include "../../common/text.hpp"

#include "problem/plan.hpp"

#include <cmath>
#include <functional>

namespace bench {

//! Times in microseconds; NAN if not measured.
struct Row
{
    Case c;
    std::string variant; //!< as in --force; empty: the library's own choice
    std::string implementation, parameters;
    cv::clconv::MultiplyAdds expected; //!< of that implementation, as explain() states them
    size_t pairs = 0;                  //!< of images, used in turn
    double deviceUs = NAN, wallUs = NAN, singleUs = NAN;
    double stockWallUs = NAN, stockSingleUs = NAN, opencvCpuUs = NAN;
    std::string check; //!< ok, bad, or empty
    double maxDifference = NAN;
    bool fastest = false; //!< of several variants of this case, by device time

    double pixels() const { return double(c.size.width) * c.size.height; }
    double values() const { return pixels() * CV_MAT_CN(c.pixel.type); }
    double bytes() const { return pixels() * double(CV_ELEM_SIZE(c.pixel.type) + CV_ELEM_SIZE(c.pixel.dstType())); }
    //! 2·K² per value, the work of a direct filter; the library may need less.
    double flops() const { return 2. * c.ksize * c.ksize * values(); }
    //! Device time; wall time if that is unknown.
    double bestUs() const { return deviceUs > 0 ? deviceUs : wallUs; }
    double gbps() const { return 1e-3 * bytes() / bestUs(); }
    double tflops() const { return 1e-6 * flops() / bestUs(); }
    //! Roofline: the longer of moving each byte once and the multiply-adds that this implementation is expected to do,
    //! relative to the time. NAN where those are unknown, or done by matrix units, whose ceiling is not measured.
    double roofShare(const Ceilings& ceilings) const;
};

struct Column
{
    std::string name;
    std::function<double(const Row&)> number; //!< one of the two
    std::function<std::string(const Row&)> text;
    int decimals;        //!< in the table
    std::string heading; //!< in the table; empty: not shown
};

//! All columns.
std::vector<Column> columns(const Ceilings& ceilings);

} // namespace bench
