// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One row of results, and the columns that files and table make of it.

#pragma once

#include "../cases/ceilings.hpp"
#include "../../common/grid.hpp"
#include "../../common/text.hpp"

#include <cmath>
#include <functional>
#include <map>

namespace bench
{

//! Times in microseconds; not a number where not measured.
struct Row
{
    Case c;
    std::string variant; //!< as in --force; empty: the library's own choice
    std::string implementation, parameters;
    size_t pairs = 0; //!< of images, used in turn
    double deviceUs = NAN, wallUs = NAN, singleUs = NAN;
    double stockWallUs = NAN, stockSingleUs = NAN, nativeUs = NAN;
    std::string check; //!< ok, bad, or empty
    double maxDifference = NAN;
    std::map<std::string, double> peers; //!< by name, back to back
    bool fastest = false;                //!< of several variants of this case, by the device's time

    double pixels() const { return double(c.size.width) * c.size.height; }
    double bytes() const { return pixels() * double(CV_ELEM_SIZE(c.pixel.type) + CV_ELEM_SIZE(c.pixel.dstType())); }
    //! 2·K² a value: what a direct filter does; the library may need fewer.
    double flops() const { return 2. * c.ksize * c.ksize * pixels() * CV_MAT_CN(c.pixel.type); }
    //! The device's time, where it is not known the wall's.
    double bestUs() const { return deviceUs > 0 ? deviceUs : wallUs; }
    double gbps() const { return 1e-3 * bytes() / bestUs(); }
    double tflops() const { return 1e-6 * flops() / bestUs(); }
    //! Share of what the device allows: the longer of moving each byte once and the multiply-adds of this way of doing
    //! it.
    double roofShare(const Ceilings& ceilings) const;
};

struct Column
{
    std::string name;
    std::function<double(const Row&)> number; //!< one of the two
    std::function<std::string(const Row&)> text;
    int decimals;        //!< in the table
    std::string heading; //!< in the table; empty: not there
};

//! Every column there is, those of the peers that were joined last.
std::vector<Column> columns(const Ceilings& ceilings, const std::vector<Row>& rows);

} // namespace bench
