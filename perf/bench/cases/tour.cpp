// SPDX-License-Identifier: Apache-2.0
//
// The calls, and a line for each part of the tour.

#include "tour.hpp"
#include "../../common/device.hpp"
#include "dispatch/inquiry.hpp"

#include <opencv2/clconv.hpp>

#include <functional>
#include <iostream>

namespace bench {
namespace {

using cv::Size;
using cv::UMat;
namespace filters = cv::clconv;

typedef std::function<void(const UMat&, int border)> Calls; //!< applied to an image

struct Part
{
    std::string name;
    std::vector<Size> sizes;
    std::vector<int> types, borders;
    Calls calls;
};

cv::Mat randomKernel(int size)
{
    cv::Mat kernel(size, size, CV_32F);
    cv::RNG(std::uint64_t(size)).fill(kernel, cv::RNG::UNIFORM, -3, 3);
    return kernel;
}

const cv::Point middle(-1, -1);

void callAsOpenclTests(const UMat& image, int)
{
    UMat result;
    for (int size : {3, 5})
    {
        filters::blur(image, result, Size(size, size), middle, cv::BORDER_CONSTANT);
        filters::Laplacian(image, result, -1, size);
        filters::filter2D(image, result, -1, randomKernel(size));
    }
    filters::Sobel(image, result, -1, 1, 1);
    filters::Scharr(image, result, -1, 1, 0);
    for (int size : {3, 5, 7})
        filters::GaussianBlur(image, result, Size(size, size), 1, 1, cv::BORDER_CONSTANT);
}

void callBlurs(const UMat& image, int border)
{
    UMat result;
    for (int size : {3, 5})
        filters::GaussianBlur(image, result, Size(size, size), 0, 0, border);
    for (int size : {3, 5, 16})
        filters::blur(image, result, Size(size, size), middle, border);
    filters::boxFilter(image, result, -1, Size(3, 3), middle, false, border);
}

void callKernels(const UMat& image, int border)
{
    UMat result;
    for (int size : {3, 5})
        filters::filter2D(image, result, -1, randomKernel(size), cv::Point(1, 1), 0, border);
}

void callDerivatives(const UMat& image, int border)
{
    UMat result;
    const int orders[][2] = {{0, 1}, {1, 0}, {1, 1}, {0, 2}, {2, 0}, {2, 2}};
    for (const auto& order : orders)
        for (int size : {3, 5})
            filters::Sobel(image, result, CV_16S, order[0], order[1], size, 1, 0, border);
    filters::Scharr(image, result, CV_16S, 1, 0, 1, 0, border);
    filters::Scharr(image, result, CV_16S, 0, 1, 1, 0, border);
}

void callAsVideoProgram(const UMat& frame, int border)
{
    UMat result;
    filters::GaussianBlur(frame, result, Size(5, 5), 0, 0, border);
    filters::GaussianBlur(frame, result, Size(15, 15), 0, 0, border);
    filters::blur(frame, result, Size(3, 3), middle, border);
    filters::boxFilter(frame, result, -1, Size(9, 9), middle, true, border);
    filters::Sobel(frame, result, CV_16S, 1, 0, 3, 1, 0, border);
    filters::Scharr(frame, result, CV_16S, 0, 1, 1, 0, border);
    filters::Laplacian(frame, result, CV_16S, 3, 1, 0, border);
    const cv::Mat smooth = cv::getGaussianKernel(7, -1);
    filters::sepFilter2D(frame, result, -1, smooth, smooth, middle, 0, border);
    filters::filter2D(frame, result, -1, randomKernel(3), middle, 0, border);
    filters::filter2D(frame, result, -1, randomKernel(9), middle, 0, border);
}

std::vector<Part> tour()
{
    const Size vga(640, 480), hd(1280, 720), fullHd(1920, 1080), uhd(3840, 2160);
    const std::vector<Size> small = {Size(127, 61), Size(320, 240), vga, hd};
    const std::vector<int> borders = {cv::BORDER_REPLICATE, cv::BORDER_CONSTANT, cv::BORDER_REFLECT,
                                      cv::BORDER_REFLECT_101};
    return {{"OpenCV's tests of OpenCL",
             {vga, hd, fullHd, uhd},
             {CV_8UC1, CV_32FC1, CV_8UC4, CV_32FC4},
             {cv::BORDER_DEFAULT},
             callAsOpenclTests},
            {"blurs", small, {CV_8UC1, CV_8UC4, CV_16UC1, CV_16SC1, CV_32FC1}, borders, callBlurs},
            {"kernels", {Size(320, 240), vga, hd, fullHd}, {CV_8UC4}, borders, callKernels},
            {"derivatives", small, {CV_8UC1}, borders, callDerivatives},
            {"a video program",
             {Size(1919, 1080), fullHd, Size(1921, 1080), Size(1279, 720), hd, Size(1281, 720)},
             {CV_8UC3},
             {cv::BORDER_DEFAULT},
             callAsVideoProgram}};
}

} // namespace

int countProgramsOfTour()
{
    std::set<std::string> all;
    std::cout << cv::format("%-26s %s\n", "device", openDevice().name.c_str());
    for (const Part& part : tour())
    {
        cv::clconv::Inquiry inquiry;
        for (const Size& size : part.sizes)
            for (int type : part.types)
                for (int border : part.borders)
                    part.calls(UMat(size, type), border);
        std::cout << cv::format("%-26s %zu programs\n", part.name.c_str(), inquiry.programs().size());
        all.insert(inquiry.programs().begin(), inquiry.programs().end());
    }
    std::cout << cv::format("%-26s %zu programs\n", "all", all.size());
    return 0;
}

} // namespace bench
