// SPDX-License-Identifier: Apache-2.0
//
// filterBank against single calls.

#include "comparisons.hpp"
#include "table.hpp"
#include "../../common/check.hpp"
#include "../image_pairs.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>

#include <algorithm>

namespace bench {
namespace {

const double caches = 256e6; // bytes; more than all caches, so that outputs are not cached when they are used again

//! Sources and sets of outputs that both methods use in turn.
class Images
{
public:
    Images(const Case& c, int filters, const DeviceInfo& device) : sources_(c.size, c.pixel, device, makeNoise())
    {
        const double bytes = double(c.size.area()) * double(CV_ELEM_SIZE(c.pixel.dstType())) * filters;
        const int sets = int(std::min(double(device.memory) / 4 / bytes, caches / bytes + 1));
        outputs_.resize(size_t(std::max(sets, 1)));
        for (auto& set : outputs_)
            for (int f = 0; f < filters; f++)
                set.push_back(cv::UMat(c.size, c.pixel.dstType()));
    }
    const cv::UMat& source() { return sources_.next().src; }
    std::vector<cv::UMat>& outputs() { return outputs_[cursor_++ % outputs_.size()]; }

private:
    ImagePairs sources_;
    std::vector<std::vector<cv::UMat>> outputs_;
    size_t cursor_ = 0;
};

//! Every second kernel is the transpose of its predecessor, as for derivatives along both axes.
std::vector<cv::Mat> bankOf(const Case& c, int filters)
{
    std::vector<cv::Mat> kernels;
    for (int f = 0; f < filters; f++)
        kernels.push_back(f % 2 ? cv::Mat(kernels.back().t()) : makeKernel(c.kernel, c.ksize, f + 1));
    return kernels;
}

//! The images of the current call.
struct Current
{
    cv::UMat src;
    std::vector<cv::UMat>* dst;
};

bool isCorrect(Method& method, const Case& c, const std::vector<cv::Mat>& kernels, const Current& images)
{
    method.next();
    for (cv::UMat& output : *images.dst)
        fillBytes(output, 77);
    const auto forced = scopeOf(method.force);
    method.call();
    method.ran = cv::clconv::lastImplementation();
    bool correct = true;
    for (size_t f = 0; f < kernels.size(); f++)
    {
        const Expected expected(images.src, c, kernels[f]);
        correct = correct && expected.difference((*images.dst)[f]) <= expected.tolerance();
    }
    return correct;
}

void measureCase(const Options& options, const Case& c, const std::string& force, const DeviceInfo& device,
                 Table& table)
{
    const std::vector<cv::Mat> kernels = bankOf(c, options.bank);
    const cv::Point middle(-1, -1);
    Images images(c, options.bank, device);
    Current current;
    Method bank, single;
    bank.next = single.next = [&] { current = {images.source(), &images.outputs()}; };
    bank.force = force;
    bank.call = [&]
    { cv::clconv::filterBank(current.src, *current.dst, c.pixel.ddepth, kernels, middle, 0, c.border.type); };
    single.call = [&]
    {
        for (size_t f = 0; f < kernels.size(); f++)
            cv::clconv::filter2D(current.src, (*current.dst)[f], c.pixel.ddepth, kernels[f], middle, 0, c.border.type);
    };
    const bool correct = isCorrect(bank, c, kernels, current) && isCorrect(single, c, kernels, current);
    measureInTurn(bank, single, options.rounds);
    table.addRow(c, bank, single, correct);
}

} // namespace

int measureBanks(const Options& options)
{
    const DeviceInfo device = openDevice();
    const Comparison compared = {
        device.name + ": filterBank against as many filter2D", "bank", "single", "filters", options.bank, false};
    return measureTable(options, compared,
                        [&](const Case& c, const std::string& force, Table& table)
                        { measureCase(options, c, force, device, table); });
}

} // namespace bench
