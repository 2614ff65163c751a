// SPDX-License-Identifier: Apache-2.0
//
// The lists of unusual arguments; each function adds calls.

#pragma once

#include "unusual_call.hpp"

#include <algorithm>
#include <climits>
#include <limits>

namespace clconv_test {

const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
const ByDesign none = {nullptr, 0};

class UnusualList
{
public:
    explicit UnusualList(Function function) : function_(function) {}

    bool isOneOf(std::initializer_list<Function> functions) const
    {
        return std::find(functions.begin(), functions.end(), function_) != functions.end();
    }

    void addSources();
    void addRegions();
    void addOutputs();
    void addDepths();
    void addBorders();
    void addAnchors();
    void addKernels();
    void addFactors();
    void addSizes();
    void addSigmas();
    void addOrders();
    void addApertures();
    void addNumbers();

    std::vector<UnusualCall> calls;

private:
    //! Integers, so that sums are exact.
    static cv::Mat image(int type, cv::Size size = cv::Size(23, 19)) { return integers(type, size, 100); }
    static cv::Mat taps(cv::Size size, int type = CV_32F) { return integers(type, size, 4); }
    static cv::Mat integers(int type, cv::Size size, int limit);
    static cv::Mat cube(int type);

    //! A call of the function with usual arguments.
    UnusualCall usual() const;

    void add(UnusualCall call, const std::string& what, const ByDesign& byDesign = none);

    const Function function_;
};

} // namespace clconv_test
