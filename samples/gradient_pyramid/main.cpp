// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_gradient_pyramid: what J. Sellner's study was made for. Both derivatives of a pyramid of images by
// cv::clconv::filterBank, their magnitudes on a contact sheet, and the time all this takes, held against his and against
// what the device's memory allows. The rooms are in pyramid/.
//
// Exit code: 0; 1 where a derivative was wrong; 2 for what the user can mend.

#include "first_image.hpp"
#include "measure.hpp"
#include "../../perf/studies/list/sellner_workload.hpp"
#include "../common/contact_sheet.hpp"
#include "../common/picture.hpp"
#include "../common/support.hpp"
#include "util/profiling.hpp"
#include "../../perf/bench/cases/ceilings.hpp"
#include "../../perf/common/text.hpp"

#include <iostream>

namespace
{

namespace his = study::sellner_workload;
using bench::nameOf;
using pyramid::Gradients;

const int cellWidth = 320;

//! Milliseconds in which copying moves as many bytes: each source read once, both its derivatives written once.
double floorMs(double pixels, const bench::Ceilings& ceilings)
{
    return 1e-6 * pixels * 3 * sizeof(float) / ceilings.copyGBs;
}

std::string number(double value, int decimals = 3)
{
    return bench::numberText(value, decimals, "-");
}

std::string tableLine(const std::string& octave, const std::string& size, double ms, double pixels,
                      const bench::Ceilings& ceilings)
{
    const double floor = floorMs(pixels, ceilings);
    return cv::format("%-8s%12s%14s%12s%12s%10s\n", octave.c_str(), size.c_str(), number(ms).c_str(),
                      number(1e-6 * pixels / ms, 2).c_str(), number(floor).c_str(), number(ms / floor, 2).c_str());
}

void printTable(const Gradients& gradients, const pyramid::Times& times, const bench::Ceilings& ceilings)
{
    std::cout << cv::format("%-8s%12s%14s%12s%12s%10s\n", "octave", "size", "device ms", "Gpixel/s", "floor ms",
                            "x floor");
    for (int octave = 0; octave < his::octaves; octave++)
    {
        const cv::Size size = gradients.images()[size_t(octave * his::imagesOfOctave)].pixels.size();
        std::cout << tableLine(std::to_string(octave + 1), nameOf(size), times.octaves[size_t(octave)],
                               gradients.pixels(octave), ceilings);
    }
    std::cout << tableLine("all", "", times.device, gradients.pixels(), ceilings);
}

//! The three numbers this program is for, and what is around them.
void printTotals(const Gradients& gradients, const pyramid::Times& times, const bench::Ceilings& ceilings)
{
    double pixelsThen = 0;
    for (const cv::Size& size : his::pyramid(his::base))
        pixelsThen += size.area();
    const double floor = floorMs(gradients.pixels(), ceilings), then = his::bestMs(gradients.ksize());
    std::cout << "\nderivatives   " << number(times.derivatives) << " ms by the wall's clock, "
              << number(times.derivatives / floor, 2) << " times the floor\n"
              << "floor         " << number(floor) << " ms: copying as many bytes, at " << number(ceilings.copyGBs, 1)
              << " GB/s (" << ceilings.copyBy << ")\n"
              << "the study     " << number(then, 1) << " ms for " << number(1e-6 * pixelsThen, 1) << " Mpixel on a "
              << his::device
              << "; this device: " << number(then / pixelsThen * gradients.pixels() / times.derivatives, 2)
              << " times as many pixels a second\n"
              << "application   " << number(times.application) << " ms: pyramid " << number(times.build)
              << ", derivatives " << number(times.differentiate) << ", magnitudes " << number(times.magnify) << "\n";
}

//! White is the largest value, but at least that one: the noise of an even image is nothing to see.
cv::Mat shown(const cv::UMat& image, cv::Size size, double minWhite)
{
    cv::Mat picture;
    const cv::UMat denormTaps = samples::scaledTo(image, size);
    denormTaps.convertTo(picture, CV_8U, 255 / std::max(cv::norm(denormTaps, cv::NORM_INF), minWhite));
    return picture;
}

//! A row for each octave: its first image, then its gradients.
void writeSheet(samples::ContactSheet& sheet, const Gradients& gradients, const std::string& title)
{
    const std::vector<pyramid::Image>& images = gradients.images();
    const cv::Size size = samples::sizeOfWidth(images.front().pixels.size(), cellWidth);
    const double edge = 16. / 255; // the gradient where pixels of 8 bits differ by 1
    for (size_t first = 0; first < images.size(); first += his::imagesOfOctave)
    {
        const std::string octave = "octave " + std::to_string(first / his::imagesOfOctave + 1);
        const cv::UMat& pixels = images[first].pixels;
        std::vector<samples::Cell> cells = {{shown(pixels, size, 1), octave + ": " + nameOf(pixels.size())}};
        for (size_t i = 0; i < his::imagesOfOctave; i++)
            cells.push_back(
                {shown(images[first + i].magnitude, size, edge), "gradient of image " + std::to_string(i + 1)});
        sheet.addRow(samples::rowOf(cells, size));
    }
    sheet.write(title);
}

std::string titleOf(const pyramid::Options& options, const Gradients& gradients)
{
    const std::string file = options.image.substr(options.image.find_last_of("/\\") + 1);
    return cv::format("%s: %d images, %.1f Mpixel, Scharr %dx%d by filterBank (%s)",
                      file.empty() ? "pattern" : file.c_str(), int(gradients.images().size()),
                      1e-6 * gradients.pixels(), options.ksize, options.ksize,
                      cv::clconv::lastImplementation().c_str());
}

int run(int argc, char** argv)
{
    pyramid::Options options;
    if (!pyramid::parseOptions(argc, argv, options))
        return 0;
    const bench::DeviceInfo device = bench::openDevice();
    Gradients gradients(pyramid::firstImage(options, device), options.ksize);
    samples::refuseOverwriting(options.image, options.sheet);
    samples::ContactSheet sheet(options.sheet);
    gradients.build();
    const std::string wrong = gradients.check();
    const std::string title = titleOf(options, gradients); // while filterBank was the last to run
    std::cout << samples::deviceLine() << ", driver " << device.driver << "\n"
              << title << ", medians of " << options.repetitions << " repetitions\n"
              << std::endl;
    bench::Ceilings ceilings;
    bench::measureCeilings(device, ceilings);
    const pyramid::Times times = pyramid::measure(gradients, options.repetitions);
    bench::measureCeilings(device, ceilings); // the machine may have been busy the first time
    printTable(gradients, times, ceilings);
    printTotals(gradients, times, ceilings);
    writeSheet(sheet, gradients, "clconv | " + title + " | " + device.name);
    std::cout << "check         " << (wrong.empty() ? "ok, against cv::filter2D on Mat" : wrong) << "\nwritten       "
              << options.sheet << std::endl;
    if (!wrong.empty())
        throw std::runtime_error("wrong derivatives: " + wrong);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return samples::runProgram("clconv_gradient_pyramid", [&] { return run(argc, argv); });
}
