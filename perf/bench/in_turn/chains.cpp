// SPDX-License-Identifier: Apache-2.0
//
// Chains against single calls.

#include "comparisons.hpp"
#include "method.hpp"
#include "../../common/statistics.hpp"
#include "../cases/usual_chains.hpp"
#include "../image_pairs.hpp"
#include "api/filter2d.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>

namespace bench {
namespace {

//! One way to compute the result, and the name of its column.
struct Column
{
    std::string name;
    Method method;
};

//! Ratios of a column's times to the chain's.
struct Ratios
{
    std::vector<double> all;

    void print(const std::string& name) const
    {
        double logs = 0;
        for (double ratio : all)
            logs += std::log(ratio);
        if (!all.empty())
            std::cout << name << " / chain: geometric mean " << cv::format("%.2f", std::exp(logs / double(all.size())))
                      << ", least " << cv::format("%.2f", *std::min_element(all.begin(), all.end())) << "\n";
    }
};

bool equalBits(const cv::UMat& a, const cv::UMat& b)
{
    if (a.type() != b.type() || a.size() != b.size())
        return false;
    const cv::Mat x = a.getMat(cv::ACCESS_READ), y = b.getMat(cv::ACCESS_READ);
    for (int row = 0; row < x.rows; row++)
        if (std::memcmp(x.ptr(row), y.ptr(row), size_t(x.cols) * x.elemSize()) != 0)
            return false;
    return true;
}

class Table
{
public:
    explicit Table(const Options& options) : options_(options), csv_(options.csv.empty() ? "/dev/null" : options.csv)
    {
        for (std::ostream* out : {static_cast<std::ostream*>(&std::cout), static_cast<std::ostream*>(&csv_)})
        {
            const char* const separator = out == &csv_ ? "," : " ";
            *out << "size" << separator << "type" << separator << "ksize" << separator << "chain";
            for (const std::string& name : names())
                *out << separator << name << "_us";
            *out << separator << "ratio" << separator << "chain_device_us" << separator << "ran" << separator << "check"
                 << std::endl;
        }
    }

    void measure(const Case& c, const UsualChain& usual, const DeviceInfo& device)
    {
        const ChainSettings settings = {CV_MAT_DEPTH(c.pixel.type), cv::Size(c.ksize, c.ksize), c.border.type};
        const cv::clconv::Chain chain = usual.chain(settings);
        ImagePairs pairs(c.size, c.pixel, device, makeNoise());
        const cv::Mat onHost = pairs.first().src.getMat(cv::ACCESS_READ).clone();
        cv::Mat hostResult;
        cv::UMat src, dst;
        std::vector<Column> columns;
        const auto add = [&](const std::function<void()>& call)
        {
            Column column = {names()[columns.size()], Method()};
            column.method.next = [&] { src = pairs.next().src; };
            column.method.call = call;
            columns.push_back(column);
        };
        const auto oneByOne = usual.oneByOne(settings), opencv = usual.opencv(settings);
        const auto opencvOnMats = usual.opencvOnMats(settings);
        add([&] { chain.apply(src, dst); });
        add([&, call = oneByOne]() mutable { call(src, dst); });
        add([&] { cv::clconv::GaussianBlur(src, dst, settings.blur, 0, 0, settings.border); });
        if (options_.stock)
            add([&, call = opencv]() mutable { call(src, dst); });
        if (options_.opencvCpu)
            add([&, call = opencvOnMats]() mutable { call(onHost, hostResult); });

        src = pairs.first().src;
        cv::UMat expected;
        auto reference = oneByOne;
        reference(src, expected);
        cv::UMat result;
        chain.apply(src, result);
        columns.front().method.ran = cv::clconv::lastImplementation();
        const bool right = equalBits(result, expected);
        correct_ = correct_ && right;

        const cv::ocl::OpenCLExecutionContext profiling = profilingContext();
        for (int round = 0; round < options_.rounds; round++)
            for (size_t i = 0; i < columns.size(); i++)
            {
                Method& method = columns[(i + size_t(round)) % columns.size()].method;
                method.roundOfCalls();
                if (&method == &columns.front().method)
                    method.roundOfEvents(profiling);
            }
        print(c, usual.name, columns, right);
    }

    bool summarize() const
    {
        for (size_t i = 1; i < ratios_.size(); i++)
            ratios_[i].print(names()[i]);
        return correct_;
    }

private:
    std::vector<std::string> names() const
    {
        std::vector<std::string> all = {"chain", "single", "blur"};
        if (options_.stock)
            all.push_back("stock");
        if (options_.opencvCpu)
            all.push_back("opencv_cpu");
        return all;
    }

    void print(const Case& c, const std::string& name, const std::vector<Column>& columns, bool right)
    {
        ratios_.resize(columns.size());
        const double chain = median(columns.front().method.wall), single = median(columns[1].method.wall);
        std::vector<std::string> cells = {nameOf(c.size), c.pixel.name, std::to_string(c.ksize), name};
        for (size_t i = 0; i < columns.size(); i++)
        {
            const double wall = median(columns[i].method.wall);
            cells.push_back(cv::format("%.1f", wall));
            ratios_[i].all.push_back(wall / chain);
        }
        cells.push_back(cv::format("%.3f", single / chain));
        const double events = median(columns.front().method.device);
        cells.push_back(std::isfinite(events) ? cv::format("%.1f", events) : "");
        cells.push_back(columns.front().method.ran);
        cells.push_back(right ? "ok" : "bad");
        for (size_t i = 0; i < cells.size(); i++)
        {
            std::cout << (i ? " " : "") << cv::format("%10s", cells[i].c_str());
            csv_ << (i ? "," : "") << cells[i];
        }
        std::cout << std::endl;
        csv_ << std::endl;
    }

    const Options& options_;
    std::ofstream csv_;
    std::vector<Ratios> ratios_;
    bool correct_ = true;
};

} // namespace

int measureChains(const Options& options)
{
    const DeviceInfo device = openDevice();
    std::cout << device.name << ": chains against the same stages one by one, medians of " << options.rounds
              << " rounds\n";
    Table table(options);
    bool measured = false;
    for (const Case& c : options.cases)
        for (const UsualChain& usual : usualChains())
            if ((usual.channels == 0 || usual.channels == CV_MAT_CN(c.pixel.type)) &&
                (options.chain == "all" || options.chain == usual.name))
            {
                table.measure(c, usual, device);
                measured = true;
            }
    if (!measured)
        throw UsageError("--chain: " + options.chain + " takes images of other types");
    return table.summarize() ? 0 : 1;
}

} // namespace bench
