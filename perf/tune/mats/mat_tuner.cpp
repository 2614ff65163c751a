// SPDX-License-Identifier: Apache-2.0
//
// Defines cells, measures them in alternation, and writes lines.

#include "mat_tuner.hpp"
#include "../output/report.hpp"
#include "../../common/statistics.hpp"

#include "api/host/mats.hpp"
#include "implementations/parameters.hpp"
#include "opencv2/clconv.hpp"
#include "planner/current_tuning.hpp"

#include <climits>
#include <iostream>

namespace tune {
namespace {

using namespace cv::clconv;
using cv::Mat;

//! A function of OpenCV and its counterpart in clconv.
struct Function
{
    const char* name;
    MatFunction number;
    Structure structure;
    std::function<void(const Mat&src, Mat&dst)> onCpu, onDevice;
};

std::vector<Function> functionsFor(const bench::PixelType& pixel, int ksize, const std::vector<std::string>& kernels)
{
    std::vector<Function> all;
    const int ddepth = pixel.ddepth;
    for (const std::string& kind : kernels)
    {
        if (kind != "random" && kind != "gaussian") // the other kinds have the structure of one of these
            continue;
        const Mat kernel = bench::makeKernel(kind, ksize);
        all.push_back({"filter2D", MatFunction::Filter2D, kind == "random" ? Structure::Dense : Structure::Separable,
                       [=](const Mat& src, Mat& dst) { cv::filter2D(src, dst, ddepth, kernel); },
                       [=](const Mat& src, Mat& dst) { cv::clconv::filter2D(src, dst, ddepth, kernel); }});
    }
    const Mat row = cv::getGaussianKernel(ksize, -1, CV_32F);
    all.push_back({"sepFilter2D", MatFunction::SepFilter2D, Structure::Separable,
                   [=](const Mat& src, Mat& dst) { cv::sepFilter2D(src, dst, ddepth, row, row); },
                   [=](const Mat& src, Mat& dst) { cv::clconv::sepFilter2D(src, dst, ddepth, row, row); }});
    const cv::Size size(ksize, ksize);
    if (CV_MAT_DEPTH(pixel.type) == CV_8U && ddepth == CV_8U) // for floats it is sepFilter2D
        all.push_back({"GaussianBlur", MatFunction::GaussianBlur, Structure::Separable,
                       [=](const Mat& src, Mat& dst) { cv::GaussianBlur(src, dst, size, 0); },
                       [=](const Mat& src, Mat& dst) { cv::clconv::GaussianBlur(src, dst, size, 0); }});
    all.push_back({"boxFilter", MatFunction::BoxFilter, Structure::Separable,
                   [=](const Mat& src, Mat& dst) { cv::boxFilter(src, dst, ddepth, size); },
                   [=](const Mat& src, Mat& dst) { cv::clconv::boxFilter(src, dst, ddepth, size); }});
    if (ksize >= 5 && ksize <= 31)
        all.push_back({"Laplacian", MatFunction::Laplacian, Structure::Dense,
                       [=](const Mat& src, Mat& dst) { cv::Laplacian(src, dst, ddepth, ksize); },
                       [=](const Mat& src, Mat& dst) { cv::clconv::Laplacian(src, dst, ddepth, ksize); }});
    return all;
}

double secondsOf(const std::function<void()>& work)
{
    const int64 start = cv::getTickCount();
    work();
    return double(cv::getTickCount() - start) / cv::getTickFrequency();
}

//! Tables with one line, which sets the band's size.
Tuning withBand(int kib)
{
    Tuning tuning = loadTuning("");
    TuningEntry entry = TuningEntry();
    readEntry("default | * | * | * | * | host:BAND_KIB=" + std::to_string(kib), knownParameters(), entry);
    tuning.tables.insert(tuning.tables.begin(), TuningTable());
    tuning.tables[0].entries.push_back(entry);
    return tuning;
}

struct Measured
{
    double cpu, device; //!< medians, in seconds
    int bandKiB;        //!< 0: images are not transferred
};

//! Times the CPU and the device in alternation; if images are staged, for each size of a band.
Measured measure(const Function& function, const Mat& src, int dstType)
{
    const int rounds = 7;
    const MatsModeScope mode(MatsMode::Always);
    const bool staged = matTransfer() == MatTransfer::Staged;
    const std::vector<int> bands = staged ? std::vector<int>{256, 512, 1024, 2048, 4096, 1 << 20} : std::vector<int>{0};
    std::vector<Tuning> tunings;
    for (int band : bands)
        tunings.push_back(band ? withBand(band) : loadTuning(""));
    std::vector<std::vector<double>> times(bands.size());
    std::vector<double> cpu;
    Mat dst(src.size(), dstType), other(src.size(), dstType);
    for (int round = -1; round < rounds; ++round) // the first round builds programs
    {
        const double seconds = secondsOf([&] { function.onCpu(src, other); });
        if (round >= 0)
            cpu.push_back(seconds);
        for (size_t i = 0; i < bands.size(); ++i)
        {
            const TuningScope scope(tunings[i]);
            const double each = secondsOf([&] { function.onDevice(src, dst); });
            if (round >= 0)
                times[i].push_back(each);
        }
    }
    Measured best = {bench::median(cpu), bench::median(times[0]), bands[0]};
    for (size_t i = 1; i < bands.size(); ++i)
        if (bench::median(times[i]) < best.device)
            best.device = bench::median(times[i]), best.bandKiB = bands[i];
    return best;
}

std::string milliseconds(double seconds)
{
    return cv::format("%.2f", seconds * 1e3);
}

//! Collects a line for each function and filter size, on images of one size.
class Lines
{
public:
    Lines(const Options& options, const DeviceTraits& traits) : options_(options), traits_(traits) {}

    void add(const bench::PixelType& pixel, size_t ksize, size_t size, const Function& function,
             const Measured& measured)
    {
        const int channels = CV_MAT_CN(pixel.type);
        const auto& ksizes = options_.ksizes;
        const cv::clconv::Interval taps = {ksize == 0 ? 1 : ksizes[ksize],
                                           ksize + 1 < ksizes.size() ? ksizes[ksize + 1] - 1 : INT_MAX};
        TuningEntry entry = TuningEntry();
        entry.devices = onlyDevice(traits_);
        entry.problems = {
            CV_MAT_DEPTH(pixel.type), pixel.ddepth, {channels, channels}, taps, taps, function.structure, {}};
        std::vector<int64> scalars;
        for (const cv::Size& s : options_.sizes)
            scalars.push_back(int64(s.area()) * channels);
        if (scalars.size() > 1)
            entry.problems.conditions.push_back(sizeCondition(scalars, {size, size}, traits_));
        const int number = int(function.number);
        entry.problems.conditions.push_back({"function", {number, number}});
        entry.implementation = hostName;
        entry.params["GAIN"] = std::max(1, int(100 * measured.cpu / measured.device));
        if (measured.bandKiB)
            entry.params["BAND_KIB"] = measured.bandKiB;
        entries_.push_back(entry);
        comments_.push_back(std::string(function.name) + ": " + milliseconds(measured.cpu) + " ms on the CPU, " +
                            milliseconds(measured.device) + " on the device");
    }

    std::string text(const std::vector<std::string>& head) const { return tableText(head, entries_, comments_); }

private:
    const Options& options_;
    const DeviceTraits& traits_;
    std::vector<TuningEntry> entries_;
    std::vector<std::string> comments_;
};

} // namespace

void tuneMats(std::ostream& out, const Options& options, const Library& library)
{
    const bench::DeviceInfo device = bench::openDevice();
    std::vector<std::string> head = headOf(device, 0);
    head.pop_back(); // removes the margin, because every cell gets a line
    head.push_back("calls on Mats, transfers included; GAIN is the CPU's time in percent of the device's");
    Lines lines(options, library.traits);
    const auto isLate = [&]
    {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - options.start;
        return options.seconds > 0 && spent.count() > options.seconds;
    };
    for (const bench::PixelType& pixel : options.types)
        for (size_t size = 0; size < options.sizes.size(); ++size)
        {
            Mat src(options.sizes[size], pixel.type);
            cv::RNG(1).fill(src, cv::RNG::UNIFORM, 0, 256);
            for (size_t k = 0; k < options.ksizes.size(); ++k)
                for (const Function& function : functionsFor(pixel, options.ksizes[k], options.kernels))
                {
                    if (isLate())
                    {
                        std::cerr << "left untuned for lack of time: " << pixel.name << ' '
                                  << bench::nameOf(options.sizes[size]) << ' ' << options.ksizes[k] << ' '
                                  << function.name << std::endl;
                        continue;
                    }
                    lines.add(pixel, k, size, function, measure(function, src, pixel.dstType()));
                }
            if (!options.output.empty())
                writeFile(options.output, lines.text(head));
        }
    if (options.output.empty())
        out << lines.text(head);
}

} // namespace tune
