// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBank against single calls. Each case is one row, printed as soon as it is measured.

#include "banks.hpp"
#include "../../common/statistics.hpp"
#include "../../common/text.hpp"
#include "../../common/check.hpp"
#include "util/profiling.hpp"
#include "problem/params.hpp"
#include "../image_pairs.hpp"

#include <opencv2/clconv.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>

namespace bench
{
namespace
{

const double caches = 256e6; // bytes; outputs have left all caches when they are used again

//! Sources and sets of outputs, used in turn by both methods.
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

std::unique_ptr<cv::clconv::ForceScope> scopeOf(const std::string& force)
{
    return std::unique_ptr<cv::clconv::ForceScope>(force.empty() ? nullptr : new cv::clconv::ForceScope(force));
}

//! One method of filtering a source with all kernels, and its times in microseconds.
struct Method
{
    std::function<void(const cv::UMat&, std::vector<cv::UMat>&)> call;
    std::string force, ran;
    std::vector<double> wall, device;

    void roundOfCalls(Images& images)
    {
        const auto forced = scopeOf(force);
        const double minUs = 10000; // long enough for the clock and for the queue to fill
        const auto start = std::chrono::steady_clock::now();
        const auto spent = [&]
        { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count(); };
        int calls = 0;
        for (int batch = 1; spent() < minUs; batch *= 2, cv::ocl::finish())
            for (int i = 0; i < batch; i++, calls++)
                call(images.source(), images.outputs());
        wall.push_back(spent() / calls);
    }
    void roundOfEvents(Images& images, const cv::ocl::OpenCLExecutionContext& profiling)
    {
        const auto forced = scopeOf(force);
        const cv::ocl::OpenCLExecutionContextScope bound(profiling);
        cv::clconv::ProfilingScope events;
        call(images.source(), images.outputs());
        const std::vector<double> ns = events.nanoseconds();
        if (!ns.empty())
            device.push_back(1e-3 * std::accumulate(ns.begin(), ns.end(), 0.));
    }
};

//! Every second kernel is the transpose of the one before: derivatives along both axes.
std::vector<cv::Mat> bankOf(const Case& c, int filters)
{
    std::vector<cv::Mat> kernels;
    for (int f = 0; f < filters; f++)
        kernels.push_back(f % 2 ? cv::Mat(kernels.back().t()) : makeKernel(c.kernel, c.ksize, f + 1));
    return kernels;
}

//! @returns whether all outputs of this method are correct
bool isCorrect(Method& method, const Case& c, const std::vector<cv::Mat>& kernels, Images& images)
{
    const cv::UMat src = images.source();
    std::vector<cv::UMat>& outputs = images.outputs();
    for (cv::UMat& output : outputs)
        fillBytes(output, 77);
    const auto forced = scopeOf(method.force);
    method.call(src, outputs);
    method.ran = cv::clconv::lastImplementation();
    bool correct = true;
    for (size_t f = 0; f < kernels.size(); f++)
    {
        const Expected expected(src, c, kernels[f]);
        correct = correct && expected.difference(outputs[f]) <= expected.tolerance();
    }
    return correct;
}

//! The cells of a line of the table and of the file.
std::vector<std::string> cells(const Case& c, int filters, const Method& bank, const Method& single, bool correct)
{
    const auto us = [](double value) { return std::isfinite(value) ? cv::format("%.1f", value) : std::string(); };
    return {nameOf(c.size),
            c.pixel.name,
            nameOf(c.ksize),
            c.kernel,
            std::to_string(filters),
            bank.force,
            bank.ran,
            us(median(bank.wall)),
            us(median(single.wall)),
            cv::format("%.3f", median(bank.wall) / median(single.wall)),
            us(median(bank.device)),
            us(median(single.device)),
            correct ? "ok" : "bad"};
}

void print(std::ostream& out, const std::vector<std::string>& cells, const char* separator, const char* widths)
{
    for (size_t i = 0; i < cells.size(); i++)
        out << (i ? separator : "") << (*widths ? cv::format(widths, cells[i].c_str()) : quoted(cells[i]));
    out << std::endl;
}

bool measureCase(const Options& options, const Case& c, const std::string& force, const DeviceInfo& device,
                 std::ostream& csv)
{
    const std::vector<cv::Mat> kernels = bankOf(c, options.bank);
    const cv::Point middle(-1, -1);
    Images images(c, options.bank, device);
    Method bank{[&](const cv::UMat& src, std::vector<cv::UMat>& dst)
                { cv::clconv::filterBank(src, dst, c.pixel.ddepth, kernels, middle, 0, c.border.type); },
                force,
                "",
                {},
                {}};
    Method single{[&](const cv::UMat& src, std::vector<cv::UMat>& dst)
                  {
                      for (size_t f = 0; f < kernels.size(); f++)
                          cv::clconv::filter2D(src, dst[f], c.pixel.ddepth, kernels[f], middle, 0, c.border.type);
                  },
                  "",
                  "",
                  {},
                  {}};
    const bool correct = isCorrect(bank, c, kernels, images) && isCorrect(single, c, kernels, images);
    const cv::ocl::OpenCLExecutionContext profiling = profilingContext();
    for (int round = 0; round < options.rounds; round++)
        for (Method* method : {round % 2 ? &single : &bank, round % 2 ? &bank : &single})
        {
            method->roundOfCalls(images);
            method->roundOfEvents(images, profiling);
        }
    const std::vector<std::string> line = cells(c, options.bank, bank, single, correct);
    print(std::cout, line, " ", "%10s");
    print(csv, line, ",", "");
    return correct;
}

} // namespace

int measureBanks(const Options& options)
{
    const DeviceInfo device = openDevice();
    std::ofstream csv(options.csv.empty() ? "/dev/null" : options.csv);
    std::cout << device.name << ": filterBank against as many filter2D, medians of " << options.rounds << " rounds\n";
    print(std::cout,
          {"size", "type", "K", "kernel", "filters", "variant", "ran", "bank us", "single us", "ratio", "device us",
           "device us", "check"},
          " ", "%10s");
    print(csv,
          {"size", "type", "ksize", "kernel", "filters", "variant", "implementation", "bank_us", "single_us", "ratio",
           "bank_device_us", "single_device_us", "check"},
          ",", "");
    int wrong = 0;
    for (const Case& c : options.cases)
        for (const std::string& force : options.forces.empty() ? std::vector<std::string>{""} : options.forces)
            wrong += !measureCase(options, c, force, device, csv);
    return wrong ? 1 : 0;
}

} // namespace bench
