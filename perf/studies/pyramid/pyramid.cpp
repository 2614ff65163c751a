// SPDX-License-Identifier: Apache-2.0
//
// Prints the tables of the mode --pyramid.

#include "pyramid.hpp"
#include "derivatives.hpp"
#include "../list/sellner_workload.hpp"
#include "../../bench/cases/ceilings.hpp"
#include "../../common/text.hpp"
#include "api/filter2d.hpp"

#include <iostream>

namespace study {
namespace {

namespace original = sellner_workload;

cv::Size largestSize(Scale scale)
{
    return scale == Scale::Full ? original::base : scale == Scale::Quick ? cv::Size(966, 1080) : cv::Size(241, 270);
}

//! Milliseconds for copying as many bytes: each image read once, its outputs (both derivatives, or the magnitude)
//! written once.
double floorMs(double pixels, const bench::Ceilings& ceilings, int outputs = 2)
{
    return 1e-6 * pixels * (1 + outputs) * sizeof(float) / ceilings.copyGBs;
}

std::string number(double value, int decimals = 3)
{
    return bench::numberText(value, decimals, "-");
}

void printLine(const std::string& octave, const std::string& size, double ms, double pixels,
               const bench::Ceilings& ceilings)
{
    const double floor = floorMs(pixels, ceilings);
    std::cout << cv::format("%-8s%12s%14s%12s%12s%10s\n", octave.c_str(), size.c_str(), number(ms).c_str(),
                            number(1e-6 * pixels / ms, 2).c_str(), number(floor).c_str(),
                            number(ms / floor, 2).c_str());
}

void printOctaves(const PyramidDerivatives& derivatives, cv::Size largest, const PyramidTimes& times,
                  const bench::Ceilings& ceilings)
{
    std::cout << cv::format("%-8s%12s%14s%12s%12s%10s\n", "octave", "size", "device ms", "Gpixel/s", "floor ms",
                            "x floor");
    const std::vector<cv::Size> sizes = original::pyramid(largest);
    for (int octave = 0; octave < original::octaves; octave++)
        printLine(std::to_string(octave + 1), bench::nameOf(sizes[size_t(octave * original::imagesPerOctave)]),
                  times.octaves[size_t(octave)], derivatives.pixels(octave), ceilings);
    printLine("all", "", times.device, derivatives.pixels(), ceilings);
}

void printTotals(const PyramidDerivatives& derivatives, int width, const PyramidTimes& times,
                 const bench::Ceilings& ceilings)
{
    double studyPixels = 0;
    for (const cv::Size& size : original::pyramid(original::base))
        studyPixels += size.area();
    const double floor = floorMs(derivatives.pixels(), ceilings), studyMs = original::bestMs(width);
    const double magnitudeFloor = floorMs(derivatives.pixels(), ceilings, 1);
    std::cout << "derivatives   " << number(times.wall) << " ms wall time, " << number(times.wall / floor, 2)
              << " times the floor\n"
              << "magnitudes    " << number(times.magnitudes) << " ms wall time by a chain, "
              << number(times.magnitudes / magnitudeFloor, 2) << " times the floor of one output\n"
              << "floor         " << number(floor) << " ms: copying as many bytes at " << number(ceilings.copyGBs, 1)
              << " GB/s (" << ceilings.copyBy << ")\n"
              << "the study     " << number(studyMs, 1) << " ms for " << number(1e-6 * studyPixels, 1)
              << " Mpixel on a " << original::device
              << "; this device: " << number(studyMs / studyPixels * derivatives.pixels() / times.wall, 2)
              << " times as many pixels a second\n";
}

} // namespace

int measurePyramid(const Options& options)
{
    const bench::DeviceInfo device = bench::openDevice();
    const cv::Size largest = largestSize(options.scale);
    bool wrong = false;
    for (int width : original::widths)
    {
        PyramidDerivatives derivatives(largest, width);
        derivatives.computeAll();
        const std::string implementation = cv::clconv::lastImplementation();
        const std::string error = derivatives.check();
        std::cout << cv::format("\n%zu images, %.1f Mpixel, both Scharr %dx%d derivatives by filterBank (%s), %d "
                                "repetitions\n",
                                original::pyramid(largest).size(), 1e-6 * derivatives.pixels(), width, width,
                                implementation.c_str(), options.repetitions)
                  << std::flush;
        bench::Ceilings ceilings;
        bench::measureCeilings(device, ceilings);
        const PyramidTimes times = measure(derivatives, options.repetitions);
        bench::measureCeilings(device, ceilings); // the machine may have been busy the first time
        printOctaves(derivatives, largest, times, ceilings);
        printTotals(derivatives, width, times, ceilings);
        std::cout << "check         "
                  << (error.empty() ? "ok, against cv::filter2D and cv::magnitude on Mat" : "wrong: " + error)
                  << std::endl;
        wrong = wrong || !error.empty();
    }
    if (wrong)
        std::cerr << "clconv_study: wrong derivatives" << std::endl;
    return wrong ? 1 : 0;
}

} // namespace study
