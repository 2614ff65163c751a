// SPDX-License-Identifier: Apache-2.0
//
// A row of results, and the columns of files and table.

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
    cv::clconv::MultiplyAdds expected; //!< of that implementation, as in explain()
    size_t pairs = 0;                  //!< number of image pairs used in turn
    double deviceUs = NAN, wallUs = NAN, singleUs = NAN;
    double stockWallUs = NAN, stockSingleUs = NAN, opencvCpuUs = NAN;
    std::string check; //!< ok, bad, or empty
    double maxDifference = NAN;
    bool fastest = false; //!< the fastest variant of this case by device time

    double pixels() const { return double(c.size.width) * c.size.height; }
    double values() const { return pixels() * CV_MAT_CN(c.pixel.type); }
    double bytes() const { return pixels() * double(CV_ELEM_SIZE(c.pixel.type) + CV_ELEM_SIZE(c.pixel.dstType())); }
    //! 2·K² per value, the work of a direct filter; an implementation may need less.
    double flops() const { return 2. * c.ksize * c.ksize * values(); }
    //! Device time, or wall time if that is unknown.
    double bestUs() const { return deviceUs > 0 ? deviceUs : wallUs; }
    double gbps() const { return 1e-3 * bytes() / bestUs(); }
    double tflops() const { return 1e-6 * flops() / bestUs(); }
    //! Roofline bound ÷ time, the bound for moving each byte once and for the multiply-adds expected of this
    //! implementation. NAN if those are unknown or done by matrix units, whose ceiling is not measured.
    double roofShare(const Ceilings& ceilings) const;
};

struct Column
{
    std::string name;
    std::function<double(const Row&)> number; //!< either this or `text` is set
    std::function<std::string(const Row&)> text;
    int decimals;        //!< in the table
    std::string heading; //!< in the table; empty: not shown
};

std::vector<Column> columns(const Ceilings& ceilings);

} // namespace bench
