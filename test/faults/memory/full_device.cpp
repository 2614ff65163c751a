// SPDX-License-Identifier: Apache-2.0
//
// Fills a device, and makes the calls on it.

#include "full_device.hpp"
#include "large_image.hpp"
#include "support/device.hpp"

#include "api/filter2d.hpp"
#include "runtime/launch.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdio>
#include <functional>

namespace clconv_faults {
namespace {

using namespace cv;

const char* const keys = "{fill|0|}{large||}{type|32FC1|}{ksize|5|}{rounds|3|}{largest|0|}{total|0|}";

struct Step
{
    const char* name;
    std::function<UMat(const UMat& src, const Mat& host)> call; //!< returns the result
    std::function<Mat(const Mat& host)> expected;
};

const Mat& taps()
{
    static const Mat filter = Mat_<float>({3, 3}, {0.1f, 0.3f, -0.2f, 0.25f, 0.5f, 0.05f, -0.15f, 0.2f, 0.1f});
    return filter;
}

Mat filtered(const Mat& host)
{
    Mat result;
    cv::filter2D(host, result, -1, taps());
    return result;
}

UMat filterNew(const UMat& src, const Mat&)
{
    UMat dst;
    clconv::filter2D(src, dst, -1, taps());
    return dst;
}

UMat filterMat(const UMat&, const Mat& host)
{
    UMat dst;
    clconv::filter2D(host, dst, -1, taps());
    return dst;
}

//! Filters a spare image in place.
UMat filterInPlace(UMat& spare, const Mat& host)
{
    host.copyTo(spare);
    clconv::filter2D(spare, spare, -1, taps());
    return spare;
}

UMat bankLast(const UMat& src, const Mat&)
{
    std::vector<UMat> outputs;
    clconv::filterBank(src, outputs, -1, std::vector<Mat>{Mat(taps().t()), Mat(taps() * 0.5), taps()});
    return outputs[2];
}

UMat blurred(const UMat& src, const Mat&)
{
    UMat dst;
    clconv::GaussianBlur(src, dst, Size(5, 5), 0);
    return dst;
}

Mat blurredOnHost(const Mat& host)
{
    Mat result;
    cv::GaussianBlur(host, result, Size(5, 5), 0);
    return result;
}

//! Fills the device's memory with buffers in use, down to 1 MiB.
std::vector<UMat> fill()
{
    std::vector<UMat> taken;
    const int mib = 1 << 20;
    const size_t largest = ocl::Device::getDefault().maxMemAllocSize() / mib;
    size_t total = 0;
    for (int rows = int(std::min<size_t>(largest, 4096)); rows >= 1;)
    {
        UMat buffer(rows, mib, CV_8UC1);
        if (clconv::isOnDevice(buffer) && clconv::hasMemory(buffer))
            taken.push_back(buffer), total += size_t(rows);
        else
            rows /= 2;
    }
    std::printf("filled with %zu MiB in %zu buffers\n", total, taken.size());
    return taken;
}

//! Frees some of that memory, and takes back what exceeds `mib`.
void release(std::vector<UMat>& taken, int mib)
{
    int freed = 0;
    while (!taken.empty() && freed < mib)
        freed += taken.back().rows, taken.pop_back();
    for (; freed > mib; --freed)
    {
        UMat buffer(1, 1 << 20, CV_8UC1);
        if (!clconv::isOnDevice(buffer) || !clconv::hasMemory(buffer))
            return;
        taken.push_back(buffer);
    }
}

//! @returns whether the result is right
bool make(const Step& step, const UMat& src, const Mat& host, int free)
{
    std::string error, implementation;
    double difference = -1, milliseconds = 0;
    try
    {
        const int64 begin = getTickCount();
        const UMat result = step.call(src, host);
        milliseconds = double(getTickCount() - begin) * 1000 / getTickFrequency();
        implementation = clconv::lastImplementation();
        Mat read;
        result.copyTo(read);
        difference = cv::norm(read, step.expected(host), NORM_INF);
    }
    catch (const std::exception& e)
    {
        error = e.what();
    }
    const bool right = error.empty() && difference >= 0 && difference <= 1;
    std::printf("%s %5d MiB free  %-26s %-16s difference %g, %.1f ms %s\n", right ? "right " : "FAILED", free,
                step.name, implementation.c_str(), difference, milliseconds, error.c_str());
    std::fflush(stdout);
    return right;
}

int runFilled(int mib)
{
    const Mat host(mib * 128, 8192, CV_8UC1);
    Mat content = host;
    randu(content, 0, 256);
    UMat src, spare;
    host.copyTo(src);
    host.copyTo(spare);
    if (!clconv::isOnDevice(src) || !clconv::isOnDevice(spare))
        return std::printf("the device has no memory for two images of %d MiB\n", mib), 1;
    const Step steps[] = {
        {"filter2D", filterNew, filtered},
        {"filter2D of a Mat", filterMat, filtered},
        {"filter2D in place", [&](const UMat&, const Mat& image) { return filterInPlace(spare, image); }, filtered},
        {"filterBank", bankLast, filtered},
        {"GaussianBlur", blurred, blurredOnHost}};
    for (const Step& step : steps) // builds programs now, which may need memory of the device
        if (!make(step, src, host, -1))
            return 1;
    std::vector<UMat> taken = fill();
    int failures = 0;
    for (int half = 0; half <= 8; ++half)
    {
        for (const Step& step : steps)
            failures += !make(step, src, host, half * mib / 2);
        release(taken, std::max(mib / 2, 1));
    }
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}

//! In the environment, because drivers read it only once.
void limit(const char* variable, int mib)
{
    if (mib > 0)
        setenv(variable, std::to_string(size_t(mib) << 20).c_str(), 1);
}

} // namespace

bool isMemoryCommand(int argc, const char* const* argv)
{
    const CommandLineParser parser(argc, argv, keys);
    return parser.get<int>("fill") > 0 || !parser.get<cv::String>("large").empty();
}

int runMemoryCommand(int argc, const char* const* argv)
{
    const CommandLineParser parser(argc, argv, keys);
    limit("CLCONV_FAULTS_LARGEST", parser.get<int>("largest"));
    limit("CLCONV_FAULTS_MEMORY", parser.get<int>("total"));
    if (!clconv_test::chooseDevice())
        return 1;
    if (parser.get<int>("fill") == 0)
        return runLargeImage({parser.get<cv::String>("large"), parser.get<cv::String>("type"), parser.get<int>("ksize"),
                              parser.get<int>("rounds")});
    const bool cpu = (ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU) != 0;
    if (cpu && parser.get<int>("total") == 0)
        return std::printf("the memory of this device is the machine's: --total limits it\n"), 1;
    return runFilled(parser.get<int>("fill"));
}

} // namespace clconv_faults
