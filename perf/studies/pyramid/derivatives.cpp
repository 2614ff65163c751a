// SPDX-License-Identifier: Apache-2.0
//
// Computes, checks and times the derivatives. Octaves are timed in sequence, so that the caches hold what they hold in
// an application.

#include "derivatives.hpp"
#include "../clock.hpp"
#include "../workload.hpp"
#include "../list/sellner_workload.hpp"
#include "../../common/check.hpp"
#include "../../common/device.hpp"
#include "../../common/statistics.hpp"

#include <numeric>

namespace study {
namespace {

namespace original = sellner_workload;

const int border = cv::BORDER_REPLICATE;

double medianOrNan(const std::vector<double>& times)
{
    const double ms = bench::median(times);
    return ms > 0 ? ms : NAN;
}

} // namespace

PyramidDerivatives::PyramidDerivatives(cv::Size largest, int width) :
    images_(randomImages(original::pyramid(largest), CV_32FC1)), filters_(original::derivatives(width))
{
    for (const cv::UMat& image : images_)
        derivatives_.push_back({cv::UMat(image.size(), CV_32FC1), cv::UMat(image.size(), CV_32FC1)});
    for (const cv::Mat& filter : filters_) // builds programs with specialized taps now, not while the clock runs
        cv::clconv::prepare(filter, CV_32FC1, CV_32F, cv::Point(-1, -1), border, largest);
    const auto derivative = [&](size_t filter)
    { return cv::clconv::Chain().filter2D(CV_32F, filters_[filter], cv::Point(-1, -1), 0, border); };
    magnitude_ = derivative(0);
    magnitude_.magnitude(derivative(1));
    magnitude_.prepare(CV_32FC1, largest);
}

void PyramidDerivatives::compute(int octave)
{
    for (size_t i = size_t(octave) * original::imagesPerOctave; i < size_t(octave + 1) * original::imagesPerOctave; i++)
        cv::clconv::filterBank(images_[i], derivatives_[i], CV_32F, filters_, cv::Point(-1, -1), 0, border);
}

void PyramidDerivatives::computeAll()
{
    for (int octave = 0; octave < original::octaves; octave++)
        compute(octave);
}

void PyramidDerivatives::computeMagnitudes()
{
    magnitude_.apply(images_, magnitudes_);
}

double PyramidDerivatives::pixels(int octave) const
{
    return double(images_[size_t(octave * original::imagesPerOctave)].total()) * original::imagesPerOctave;
}

double PyramidDerivatives::pixels() const
{
    double sum = 0;
    for (int octave = 0; octave < original::octaves; octave++)
        sum += pixels(octave);
    return sum;
}

std::string PyramidDerivatives::check()
{
    for (std::vector<cv::UMat>& outputs : derivatives_)
        for (cv::UMat& output : outputs)
            output.setTo(cv::Scalar::all(77)); // leftovers of an earlier call would hide pixels that are never written
    computeAll();
    double tolerance = 0;
    for (size_t i = 0; i < images_.size(); i++)
        for (size_t f = 0; f < filters_.size(); f++)
        {
            const bench::Case c{images_[i].size(), {"", CV_32FC1, CV_32F}, filters_[f].cols, "", {"", border}};
            const bench::Expected expected(images_[i], c, filters_[f]);
            const double difference = expected.difference(derivatives_[i][f]);
            tolerance = std::max(tolerance, expected.tolerance());
            if (difference > expected.tolerance())
                return cv::format("image %zu, derivative %zu is off by %g, tolerance %g", i + 1, f + 1, difference,
                                  expected.tolerance());
        }
    return checkMagnitudes(2 * tolerance);
}

std::string PyramidDerivatives::checkMagnitudes(double tolerance)
{
    magnitudes_.clear();
    computeMagnitudes();
    for (size_t i = 0; i < images_.size(); i++)
    {
        cv::Mat along, across, expected, magnitude;
        derivatives_[i][0].copyTo(along);
        derivatives_[i][1].copyTo(across);
        magnitudes_[i].copyTo(magnitude);
        cv::magnitude(along, across, expected);
        const double difference = cv::norm(expected, magnitude, cv::NORM_INF);
        if (!(difference <= tolerance))
            return cv::format("magnitude of image %zu is off by %g, tolerance %g", i + 1, difference, tolerance);
    }
    return std::string();
}

PyramidTimes measure(PyramidDerivatives& derivatives, int repetitions)
{
    derivatives.computeAll(); // builds the programs
    const cv::ocl::OpenCLExecutionContext profiling = bench::profilingContext();
    const auto all = [&] { derivatives.computeAll(); };
    const auto magnitudes = [&] { derivatives.computeMagnitudes(); };
    magnitudes();
    const int calls = callsOfSample(timeOf(all, 1, Clock::Wall, profiling));
    const int magnitudeCalls = callsOfSample(timeOf(magnitudes, 1, Clock::Wall, profiling));
    std::vector<std::vector<double>> octaves(original::octaves);
    std::vector<double> device, wall, magnitudeWall;
    for (int repetition = 0; repetition < repetitions; repetition++)
    {
        for (int octave = 0; octave < original::octaves; octave++)
            octaves[octave].push_back(timeOf([&] { derivatives.compute(octave); }, 1, Clock::Device, profiling));
        device.push_back(std::accumulate(octaves.begin(), octaves.end(), 0.,
                                         [](double sum, const auto& times) { return sum + times.back(); }));
        wall.push_back(timeOf(all, calls, Clock::Wall, profiling));
        magnitudeWall.push_back(timeOf(magnitudes, magnitudeCalls, Clock::Wall, profiling));
    }
    PyramidTimes times = {{}, medianOrNan(device), medianOrNan(wall), medianOrNan(magnitudeWall)};
    for (const std::vector<double>& octave : octaves)
        times.octaves.push_back(medianOrNan(octave));
    return times;
}

} // namespace study
