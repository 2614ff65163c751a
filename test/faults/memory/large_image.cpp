// SPDX-License-Identifier: Apache-2.0
//
// One call on a large image, compared row by row.

#include "large_image.hpp"

#include "runtime/launch.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdio>
#include <functional>
#include <sstream>

namespace clconv_faults {
namespace {

using namespace cv;

int typeOf(const std::string& name)
{
    for (int depth = CV_8U; depth <= CV_64F; ++depth)
        for (int channels = 1; channels <= 4; ++channels)
            if (typeToString(CV_MAKETYPE(depth, channels)) == "CV_" + name)
                return CV_MAKETYPE(depth, channels);
    return -1;
}

double seconds(const std::function<void()>& work)
{
    const int64 begin = getTickCount();
    work();
    return double(getTickCount() - begin) / getTickFrequency();
}

//! The result of cv::filter2D for all rows, some hundred at a time.
struct Comparison
{
    double difference, time; //!< largest difference; seconds of cv::filter2D
};

Comparison compareRows(const Mat& src, const Mat& dst, const Mat& filter)
{
    Comparison result = {0, 0};
    const int step = 512;
    for (int y = 0; y < src.rows; y += step)
    {
        const Range rows(y, std::min(y + step, src.rows));
        Mat expected;
        result.time += seconds([&]() { cv::filter2D(src.rowRange(rows), expected, -1, filter); });
        result.difference = std::max(result.difference, cv::norm(expected, dst.rowRange(rows), NORM_INF));
    }
    return result;
}

std::string takenLine(const std::string& text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.find(": taken") != std::string::npos)
            return line;
    return "";
}

} // namespace

int runLargeImage(const LargeImage& image)
{
    int width = 0, height = 0;
    const int type = typeOf(image.type);
    if (std::sscanf(image.size.c_str(), "%dx%d", &width, &height) != 2 || type < 0)
        return std::printf("--large=WxH --type=32FC1\n"), 1;
    RNG rng(3);
    Mat filter(image.ksize, image.ksize, CV_32F);
    rng.fill(filter, RNG::UNIFORM, -1, 1);
    filter /= cv::norm(filter, NORM_L1);
    UMat src(height, width, type), dst;
    {
        Mat pixels = src.getMat(ACCESS_WRITE);
        for (int y = 0; y < height; y += 256)
        {
            Mat rows = pixels.rowRange(y, std::min(y + 256, height));
            rng.fill(rows, RNG::UNIFORM, 0, 256);
        }
    }
    std::printf("%s %s %dx%d, the source is on the %s\n%s\n", image.size.c_str(), image.type.c_str(), image.ksize,
                image.ksize, clconv::isOnDevice(src) ? "device" : "host",
                takenLine(clconv::explain(src, -1, filter)).c_str());
    std::vector<double> times;
    for (int i = 0; i <= image.rounds; ++i)
    {
        times.push_back(seconds([&]() { clconv::filter2D(src, dst, -1, filter), ocl::finish(); }));
        std::printf("%s: %.3f s\n", i ? "next call" : "first call", times.back());
        std::fflush(stdout);
    }
    std::sort(times.begin() + 1, times.end());
    const double median = times[(times.size() + 1) / 2];
    const double bytes = double(width) * height * CV_ELEM_SIZE(type) * 2;
    const Comparison compared = compareRows(src.getMat(ACCESS_READ), dst.getMat(ACCESS_READ), filter);
    const bool isRight = compared.difference <= (CV_MAT_DEPTH(type) < CV_32F ? 1 : 1e-3);
    std::printf("%s: '%s', median %.3f s (%.2f GB/s of source and destination), cv::filter2D on a Mat %.3f s, "
                "largest difference %g\n",
                isRight ? "right" : "FAILED", clconv::lastImplementation().c_str(), median, bytes / median * 1e-9,
                compared.time, compared.difference);
    return isRight && clconv::lastImplementation() != "opencv-cpu" ? 0 : 1;
}

} // namespace clconv_faults
