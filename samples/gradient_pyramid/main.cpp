// SPDX-License-Identifier: Apache-2.0
//
// clconv_gradient_pyramid: gradients of a pyramid of images with cv::clconv::sepFilter2D and a cv::clconv::Chain, shown
// on a contact sheet. "clconv_study --pyramid" measures the gradients of the same pyramid.
//
// Exit code: 0; 2 for what the user can correct; 1 for any other failure.

#include "first_image.hpp"
#include "gradients.hpp"
#include "../common/contact_sheet.hpp"
#include "../common/picture.hpp"
#include "programs/command_line.hpp"

#include <iostream>

namespace {

using pyramid::Pyramid;

const int cellWidth = 320;

std::string nameOf(cv::Size size)
{
    return cv::format("%dx%d", size.width, size.height);
}

//! White is the image's maximum, but at least minWhite, so that noise of a uniform image is not amplified.
cv::Mat toGray(const cv::UMat& image, cv::Size size, double minWhite)
{
    cv::Mat picture;
    const cv::UMat scaled = samples::scaledTo(image, size);
    scaled.convertTo(picture, CV_8U, 255 / std::max(cv::norm(scaled, cv::NORM_INF), minWhite));
    return picture;
}

//! One row per octave: its first image, then its gradients.
void writeSheet(samples::ContactSheet& sheet, const Pyramid& gradients, const std::string& title)
{
    const cv::Size size = samples::sizeOfWidth(gradients.images.front().size(), cellWidth);
    const double faintEdge = 16. / 255; // Scharr's gradient of a step of one grey level
    for (size_t first = 0; first < gradients.images.size(); first += pyramid::imagesPerOctave)
    {
        const cv::UMat& pixels = gradients.images[first];
        const size_t octave = first / pyramid::imagesPerOctave + 1;
        std::vector<samples::Cell> cells = {
            {toGray(pixels, size, 1), cv::format("octave %zu: %s", octave, nameOf(pixels.size()).c_str())}};
        for (size_t i = 0; i < pyramid::imagesPerOctave; i++)
            cells.push_back(
                {toGray(gradients.magnitudes[first + i], size, faintEdge), cv::format("gradient of image %zu", i + 1)});
        sheet.addRow(samples::rowOf(cells, size));
    }
    sheet.write(title);
}

void printOctaves(const Pyramid& gradients)
{
    std::cout << cv::format("%-8s%8s%12s%15s\n", "octave", "images", "size", "mean gradient");
    for (size_t first = 0; first < gradients.images.size(); first += pyramid::imagesPerOctave)
        std::cout << cv::format("%-8zu%8d%12s%15.4f\n", first / pyramid::imagesPerOctave + 1, pyramid::imagesPerOctave,
                                nameOf(gradients.images[first].size()).c_str(),
                                cv::mean(gradients.magnitudes[first])[0]);
}

int run(int argc, char** argv)
{
    pyramid::Options options;
    if (!pyramid::parseOptions(argc, argv, options))
        return 0;
    const cv::UMat first = pyramid::firstImage(options);
    programs::refuseOverwriting(options.image, options.sheet);
    samples::ContactSheet sheet(options.sheet);
    const std::string file = options.image.substr(options.image.find_last_of("/\\") + 1);
    const std::string title = cv::format("%s, magnitudes of Scharr %dx%d gradients by a cv::clconv::Chain",
                                         file.empty() ? "pattern" : file.c_str(), options.ksize, options.ksize);
    std::cout << programs::deviceLine() << "\n" << title << "\n" << std::endl;
    const Pyramid gradients = pyramid::computeGradients(first, options.ksize);
    printOctaves(gradients);
    writeSheet(sheet, gradients, "clconv | " + title);
    std::cout << "\nwritten: " << options.sheet << std::endl;
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_gradient_pyramid", [&] { return run(argc, argv); });
}
