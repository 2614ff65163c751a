// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// SplitScope over several devices against one over the first. Each case is one row, printed as soon as it is measured.

#include "splits.hpp"
#include "method.hpp"
#include "../../common/check.hpp"
#include "../image_pairs.hpp"
#include "samples/common/opencl/devices.hpp"
#include "util/profiling.hpp"

#include <opencv2/clconv.hpp>

#include <fstream>
#include <iostream>

namespace bench
{
namespace
{

typedef std::vector<cv::ocl::OpenCLExecutionContext> Contexts;

//! The chosen device first.
Contexts contextsOn(int devices)
{
    const cv::ocl::Device chosen = cv::ocl::Device::getDefault();
    Contexts contexts = {cv::ocl::OpenCLExecutionContext::getCurrent()};
    for (const cv::ocl::Device& device : samples::devicesLike(chosen))
        if (device.ptr() != chosen.ptr() && int(contexts.size()) < devices)
        {
            const cv::ocl::Context context = cv::ocl::Context::fromDevice(device);
            contexts.push_back(cv::ocl::OpenCLExecutionContext::create(context, context.device(0)));
        }
    if (int(contexts.size()) < devices)
        throw UsageError(cv::format("--devices=%d: there are %d such devices", devices, int(contexts.size())));
    return contexts;
}

bool measureCase(const Options& options, const Case& c, const std::string& force, const Contexts& contexts,
                 std::ostream& csv)
{
    const cv::Mat kernel = makeKernel(c.kernel, c.ksize);
    cv::UMat noise(c.size, c.pixel.type);
    makeNoise()(noise, 1);
    cv::Mat src, dst(c.size, c.pixel.dstType());
    noise.copyTo(src);
    const Expected expected(noise, c, kernel, Expected::Rows::Samples);
    noise.release();
    Method split, one;
    const auto callOn = [&](const Contexts& devices)
    {
        return [&, devices]()
        {
            const cv::clconv::SplitScope scope(devices);
            cv::clconv::filter2D(src, dst, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
        };
    };
    split.call = callOn(contexts);
    one.call = callOn({contexts[0]});
    bool correct = true;
    for (Method* method : {&split, &one})
    {
        method->force = force;
        dst.setTo(cv::Scalar::all(77));
        const auto forced = scopeOf(force);
        method->call();
        method->ran = cv::clconv::lastImplementation();
        cv::UMat result;
        dst.copyTo(result);
        correct = correct && expected.difference(result) <= expected.tolerance();
    }
    measureInTurn(split, one, options.rounds);
    printRow(csv,
             {nameOf(c.size), c.pixel.name, nameOf(c.ksize), c.kernel, std::to_string(contexts.size()), split.force,
              split.ran},
             split, one, correct);
    return correct;
}

} // namespace

int measureSplits(const Options& options)
{
    const DeviceInfo device = openDevice();
    const Contexts contexts = contextsOn(options.devices);
    std::ofstream csv(options.csv.empty() ? "/dev/null" : options.csv);
    std::cout << device.name << ": filter2D on a Mat, split over " << contexts.size()
              << " devices against one, medians of " << options.rounds << " rounds\n";
    printCells(std::cout,
               {"size", "type", "K", "kernel", "devices", "variant", "ran", "split us", "one us", "ratio", "device us",
                "device us", "check"},
               " ", "%10s");
    printCells(csv,
               {"size", "type", "ksize", "kernel", "devices", "variant", "implementation", "split_us", "one_us",
                "ratio", "split_device_us", "one_device_us", "check"},
               ",", "");
    int wrong = 0;
    for (const Case& c : options.cases)
        for (const std::string& force : options.forces.empty() ? std::vector<std::string>{""} : options.forces)
            wrong += !measureCase(options, c, force, contexts, csv);
    return wrong ? 1 : 0;
}

} // namespace bench
