// SPDX-License-Identifier: Apache-2.0
//
// SplitScope over several devices against the first of them alone.

#include "comparisons.hpp"
#include "table.hpp"
#include "../../common/check.hpp"
#include "../image_pairs.hpp"
#include "programs/devices.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>

namespace bench {
namespace {

typedef std::vector<cv::ocl::OpenCLExecutionContext> Contexts;

//! The contexts of that many devices, the selected device first.
Contexts contextsOn(int devices)
{
    const cv::ocl::Device chosen = cv::ocl::Device::getDefault();
    Contexts contexts = {cv::ocl::OpenCLExecutionContext::getCurrent()};
    for (const cv::ocl::Device& device : programs::devicesLike(chosen))
        if (device.ptr() != chosen.ptr() && int(contexts.size()) < devices)
        {
            const cv::ocl::Context context = cv::ocl::Context::fromDevice(device);
            contexts.push_back(cv::ocl::OpenCLExecutionContext::create(context, context.device(0)));
        }
    if (int(contexts.size()) < devices)
        throw programs::UsageError(
            cv::format("--devices=%d: there are %d such devices", devices, int(contexts.size())));
    return contexts;
}

void measureCase(const Options& options, const Case& c, const std::string& force, const Contexts& contexts,
                 Table& table)
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
    table.addRow(c, split, one, correct);
}

} // namespace

int measureSplits(const Options& options)
{
    const DeviceInfo device = openDevice();
    const Contexts contexts = contextsOn(options.devices);
    const Comparison compared = {
        device.name + cv::format(": filter2D on a Mat, split over %d devices against one", int(contexts.size())),
        "split",
        "one",
        "devices",
        int(contexts.size()),
        false};
    return measureTable(options, compared,
                        [&](const Case& c, const std::string& force, Table& table)
                        { measureCase(options, c, force, contexts, table); });
}

} // namespace bench
