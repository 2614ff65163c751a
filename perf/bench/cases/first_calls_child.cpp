// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The child process, which has not filtered anything before.

#include "first_calls.hpp"
#include "../../common/device.hpp"
#include "runtime/compiled_kernel.hpp"
#include "../subject.hpp"

#include <opencv2/clconv.hpp>

#include <chrono>
#include <cstdio>

namespace bench
{

int runChild(const Options& options)
{
    const Case& c = options.cases.front();
    const bool stock = options.child == "stock";
    openDevice();
    cv::Mat image(c.size, c.pixel.type);
    cv::randu(image, cv::Scalar::all(0), cv::Scalar::all(255));
    cv::UMat src, dst(c.size, c.pixel.dstType());
    image.copyTo(src); // an upload, which builds no program
    cv::ocl::finish();

    const auto call = [&](const cv::Mat& kernel)
    {
        const auto start = std::chrono::steady_clock::now();
        if (stock)
            cv::filter2D(src, dst, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
        else
            cv::clconv::filter2D(src, dst, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
        cv::ocl::finish();
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    const cv::Mat kernel = makeKernel(c.kernel, c.ksize);
    const double first = call(kernel);
    std::vector<double> repeated, another;
    for (int i = 0; i < 30; i++)
        repeated.push_back(call(kernel));
    const int built = cv::clconv::programsBuilt();
    for (int i = 1; i <= 5; i++)
        another.push_back(call(kernel * (1 - 0.01 * i)));
    std::printf("%.6f %.6f %.6f %d\n", first, median(repeated), median(another), cv::clconv::programsBuilt() - built);
    return 0;
}

} // namespace bench
