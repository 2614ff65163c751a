// SPDX-License-Identifier: Apache-2.0
//
// The grid of measured cases (image sizes, pixel types, kernel sizes, coefficients, borders) and its names on command
// lines and in result files; for benchmark, tuner and case studies.

#pragma once

#include "programs/coefficients.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <string>
#include <vector>

namespace bench {

struct PixelType
{
    std::string name;
    int type;   //!< of the source
    int ddepth; //!< of the destination

    int dstType() const { return CV_MAKETYPE(ddepth, CV_MAT_CN(type)); }
};

struct Border
{
    std::string name;
    int type;
};

//! One point of the grid.
struct Case
{
    cv::Size size;
    PixelType pixel;
    int ksize;
    std::string kernel; //!< kind of coefficients, see makeKernel
    Border border;
    int nans = 0; //!< NaN pixels per megapixel of the source
};

inline const std::vector<cv::Size>& gridSizes()
{
    static const std::vector<cv::Size> sizes = {{640, 480}, {1920, 1080}, {3840, 2160}, {7680, 4320}, {16384, 16384}};
    return sizes;
}

inline const std::vector<PixelType>& gridTypes()
{
    static const std::vector<PixelType> types = {{"8UC1", CV_8UC1, CV_8U},      {"8UC3", CV_8UC3, CV_8U},
                                                 {"8UC4", CV_8UC4, CV_8U},      {"16UC1", CV_16UC1, CV_16U},
                                                 {"8UC1-16S", CV_8UC1, CV_16S}, {"32FC1", CV_32FC1, CV_32F},
                                                 {"32FC4", CV_32FC4, CV_32F}};
    return types;
}

inline const std::vector<int>& gridKernelSizes()
{
    static const std::vector<int> sizes = {3, 5, 7, 9, 11, 15, 21, 31, 41, 63, 101, 201, 257, 497, 1025};
    return sizes;
}

inline const std::vector<std::string>& gridKernels()
{
    static const std::vector<std::string> names = []
    {
        std::vector<std::string> kinds;
        for (const programs::CoefficientKind& kind : programs::coefficientKinds())
            kinds.push_back(kind.name);
        return kinds;
    }();
    return names;
}

inline const std::vector<Border>& gridBorders()
{
    static const std::vector<Border> borders = {{"reflect101", cv::BORDER_REFLECT_101},
                                                {"replicate", cv::BORDER_REPLICATE}};
    return borders;
}

inline std::string nameOf(cv::Size size)
{
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}
inline std::string nameOf(const PixelType& pixel)
{
    return pixel.name;
}
inline std::string nameOf(const Border& border)
{
    return border.name;
}
inline std::string nameOf(const std::string& kernel)
{
    return kernel;
}
inline std::string nameOf(int ksize)
{
    return std::to_string(ksize);
}

//! @param kind one of gridKernels()
//! @param seed of the random coefficients
inline cv::Mat makeKernel(const std::string& kind, int ksize, int seed = 1)
{
    return programs::coefficientsOf(kind, cv::Size(ksize, ksize), seed);
}

} // namespace bench
