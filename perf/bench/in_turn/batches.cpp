// SPDX-License-Identifier: Apache-2.0
//
// filterBatch against single calls.

#include "comparisons.hpp"
#include "table.hpp"
#include "../../common/check.hpp"
#include "../image_pairs.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>

namespace bench {
namespace {

//! Makes separate images on the device, or regions of one.
std::vector<cv::UMat> makeImages(int count, cv::Size size, int type, bool regions)
{
    const cv::UMat whole = regions ? cv::UMat(size.height * count, size.width, type) : cv::UMat();
    std::vector<cv::UMat> images;
    for (int i = 0; i < count; i++)
        images.push_back(regions ? whole.rowRange(i * size.height, (i + 1) * size.height) : cv::UMat(size, type));
    return images;
}

void measureCase(const Options& options, const Case& c, const std::string& force, Table& table)
{
    const cv::Mat kernel = makeKernel(c.kernel, c.ksize, 1);
    const cv::Point middle(-1, -1);
    const std::vector<cv::UMat> sources = makeImages(options.batch, c.size, c.pixel.type, options.regions);
    std::vector<cv::UMat> outputs = makeImages(options.batch, c.size, c.pixel.dstType(), options.regions);
    const int border = c.border.type | (options.regions ? int(cv::BORDER_ISOLATED) : 0);
    for (size_t i = 0; i < sources.size(); i++)
    {
        cv::Mat noise(c.size, c.pixel.type);
        cv::RNG rng(uint64(i) + 1);
        rng.fill(noise, cv::RNG::UNIFORM, 0, 256);
        noise.copyTo(sources[i]);
    }
    Method batch, single;
    batch.force = force;
    batch.call = [&] { cv::clconv::filterBatch(sources, outputs, c.pixel.ddepth, kernel, middle, 0, border); };
    single.call = [&]
    {
        for (size_t i = 0; i < sources.size(); i++)
            cv::clconv::filter2D(sources[i], outputs[i], c.pixel.ddepth, kernel, middle, 0, border);
    };
    bool correct = true;
    for (Method* method : {&single, &batch})
    {
        for (cv::UMat& output : outputs)
            fillBytes(output, 77);
        const auto forced = scopeOf(method->force);
        method->call();
        method->ran = cv::clconv::lastImplementation();
        for (size_t i = 0; i < sources.size(); i++)
        {
            const Expected expected(sources[i], c, kernel);
            correct = correct && expected.difference(outputs[i]) <= expected.tolerance();
        }
    }
    measureInTurn(batch, single, options.rounds);
    table.addRow(c, batch, single, correct);
}

} // namespace

int measureBatches(const Options& options)
{
    const DeviceInfo device = openDevice();
    const Comparison compared = {
        device.name + ": filterBatch against as many filter2D", "batch", "single", "images", options.batch, true};
    return measureTable(options, compared,
                        [&](const Case& c, const std::string& force, Table& table)
                        { measureCase(options, c, force, table); });
}

} // namespace bench
