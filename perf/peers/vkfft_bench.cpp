// SPDX-License-Identifier: Apache-2.0
//
// Times a convolution by VkFFT (OpenCL backend) with the method of clconv_bench, on its images, and prints CSV for
// clconv_bench --join. The image with its border REPLICATE is padded to a size that suits the transform; the kernel's
// spectrum is computed beforehand. Each output is compared with double-precision sums at some places.

#include "vkfft_filter.hpp"
#include "../common/command_line.hpp"
#include "../common/statistics.hpp"

#include <opencv2/core/utility.hpp>

#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>

namespace {

using bench::Case;
using bench::nameOf;

const char* const keys = "{help h |      | this text}"
                         "{sizes  |1920x1080,3840x2160,7680x4320| image sizes}"
                         "{types  |8UC1,32FC1,8UC4,32FC4| 8UC1, 8UC3, 8UC4, 32FC1, 32FC4; those of the same channels "
                         "share their programs}"
                         "{ksizes |15,31,63,101| kernel sizes of clconv_bench's grid, or all}";

//! The largest difference at some places, the corners among them, from a sum in double precision.
double largestDifference(const bench::Pair& pair, const Case& c, const cv::Mat& kernel)
{
    cv::Mat src, dst;
    pair.src.copyTo(src);
    pair.dst.copyTo(dst);
    src.convertTo(src, CV_64F);
    dst.convertTo(dst, CV_64F);
    const int channels = src.channels(), radius = c.ksize / 2, places = 200;
    cv::RNG rng(uint64(c.ksize));
    double largest = 0;
    for (int i = 0; i < places; i++)
    {
        const bool corner = i < 4;
        const int x = corner ? i % 2 * (src.cols - 1) : rng.uniform(0, src.cols);
        const int y = corner ? i / 2 * (src.rows - 1) : rng.uniform(0, src.rows);
        for (int channel = 0; channel < channels; channel++)
        {
            double sum = 0;
            for (int row = 0; row < c.ksize; row++)
                for (int column = 0; column < c.ksize; column++)
                    sum += kernel.at<float>(row, column) *
                           src.ptr<double>(std::min(
                               std::max(y + row - radius, 0),
                               src.rows -
                                   1))[std::min(std::max(x + column - radius, 0), src.cols - 1) * channels + channel];
            const bool bytes = CV_MAT_DEPTH(c.pixel.type) == CV_8U;
            const double expected = bytes ? std::min(std::max(sum, 0.), 255.) : sum;
            const double difference = std::abs(expected - dst.ptr<double>(y)[x * channels + channel]);
            largest = difference <= largest ? largest : difference; // also if it is NaN
        }
    }
    return largest;
}

//! Median time of a call in microseconds, calls back to back.
double measure(const std::function<void()>& call)
{
    const double roundUs = 10000;
    const int rounds = 5, maxCalls = 10000;
    const auto batch = [&](int calls)
    {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; i++)
            call();
        cv::ocl::finish();
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    };
    int calls = 1;
    while (batch(calls) < roundUs && calls < maxCalls)
        calls *= 2;
    std::vector<double> times;
    for (int i = 0; i < rounds; i++)
        times.push_back(batch(calls) / calls);
    return bench::median(times);
}

void print(const std::string& peer, const Case& c, double us)
{
    std::cout << peer << "," << nameOf(c.size) << "," << c.pixel.name << "," << c.ksize << cv::format(",%.3f", us)
              << std::endl;
}

//! @returns whether the output was right
bool measureCase(const Case& c, std::unique_ptr<vkfft::Transforms>& transforms, const bench::DeviceInfo& info)
{
    const cv::Size padded = vkfft::paddedSize(c);
    const int channels = CV_MAT_CN(c.pixel.type);
    if (!transforms || !transforms->fits(padded, channels))
    {
        transforms.reset(); // frees its memory first
        transforms.reset(new vkfft::Transforms(padded, channels));
    }
    const cv::Mat kernel = bench::makeKernel(c.kernel, c.ksize);
    transforms->setKernel(kernel);
    bench::ImagePairs images(c.size, c.pixel, info, bench::makeNoise());
    vkfft::Filter filter(c, *transforms);
    filter(images.first());
    const double tolerance = CV_MAT_DEPTH(c.pixel.type) == CV_8U ? 1 : 1e-4 * cv::norm(kernel, cv::NORM_L1);
    const double difference = largestDifference(images.first(), c, kernel);
    std::cerr << "clconv_vkfft_bench: " << nameOf(c.size) << " " << c.pixel.name << " " << c.ksize << ": padded to "
              << nameOf(padded) << ", off by " << difference << " at most" << std::endl;
    if (!(difference <= tolerance))
    {
        std::cerr << "clconv_vkfft_bench: wrong, tolerated are " << tolerance << std::endl;
        return false;
    }
    print("vkfft", c, measure([&] { filter(images.next()); }));
    transforms->setKernel(cv::Mat::ones(1, 1, CV_32F)); // in place again and again, the planes stay as they are
    print("vkfft_transform", c, measure([&] { transforms->convolve(); }));
    return true;
}

std::vector<Case> selectCases(const cv::CommandLineParser& parser)
{
    std::vector<bench::PixelType> known;
    for (const bench::PixelType& type : bench::gridTypes())
        if (type.dstType() == type.type && (type.ddepth == CV_8U || type.ddepth == CV_32F))
            known.push_back(type);
    const auto types = bench::select(parser, "types", "", known);
    std::vector<Case> cases;
    for (const cv::Size& size : bench::selectSizes(parser, ""))
        for (int ksize : bench::select(parser, "ksizes", "", bench::gridKernelSizes()))
            for (const bench::PixelType& type : types)
                cases.push_back({size, type, ksize, "random", {"replicate", cv::BORDER_REPLICATE}});
    return cases;
}

int run(int argc, char** argv)
{
    std::vector<Case> cases;
    if (!samples::readCommandLine(argc, argv, keys, "clconv_vkfft_bench: times convolutions by VkFFT", 0,
                                  [&](const cv::CommandLineParser& parser) { cases = selectCases(parser); }))
        return 0;
    const bench::DeviceInfo info = bench::openDevice();
    std::cerr << "clconv_vkfft_bench: VkFFT " << vkfft::version() << ", " << info.name << std::endl;
    std::cout << "peer,size,type,ksize,wall_us" << std::endl;
    std::unique_ptr<vkfft::Transforms> transforms;
    int failures = 0;
    for (const Case& c : cases)
        failures += !measureCase(c, transforms, info);
    return failures ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return samples::runProgram("clconv_vkfft_bench", [&] { return run(argc, argv); });
}
