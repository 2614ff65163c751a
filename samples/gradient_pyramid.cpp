// SPDX-License-Identifier: Apache-2.0
//
// clconv_gradient_pyramid: gradients of a pyramid of images with cv::clconv::sepFilter2D and a cv::clconv::Chain, shown
// on a contact sheet. "clconv_study --pyramid" measures the gradients of the same pyramid.
//
// Exit code: 0; 2 for what the user can correct; 1 for any other failure.

#include "common/contact_sheet.hpp"
#include "common/pattern.hpp"
#include "common/picture.hpp"
#include "common/quiet.hpp"
#include "programs/command_line.hpp"

#include <opencv2/clconv/chain.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

const int octaves = 4, imagesPerOctave = 4;
const std::vector<int> filterSizes = {3, 5, 7, 9};

//! The images and the magnitudes of their gradients, octave by octave.
struct Pyramid
{
    std::vector<cv::UMat> images, magnitudes; //!< 32FC1
};

//! The sizes of the pyramid's images, octave by octave: each octave has half the width and height of the one before.
std::vector<cv::Size> sizes(cv::Size largest)
{
    std::vector<cv::Size> all;
    for (int octave = 0; octave < octaves; octave++)
        all.insert(all.end(), imagesPerOctave, cv::Size(largest.width >> octave, largest.height >> octave));
    return all;
}

const int border = cv::BORDER_REPLICATE;
const cv::Point centre(-1, -1);

//! Scharr's derivative along x; if ksize exceeds 3, the same six coefficients farther apart.
cv::Mat scharr(int ksize)
{
    cv::Mat filter = cv::Mat::zeros(ksize, ksize, CV_32F);
    const float weights[] = {3, 10, 3};
    for (int i = 0; i < 3; i++)
    {
        filter.at<float>(i * (ksize / 2), 0) = -weights[i];
        filter.at<float>(i * (ksize / 2), ksize - 1) = weights[i];
    }
    return filter;
}

//! The Gaussian that takes image index - 1 of an octave to the scale of image `index`, if the first has the scale 1.6.
//! (Later octaves begin a little below it: at 2^(3/4) of the scale, halved with the size.)
cv::Mat smoothing(int index)
{
    const auto scale = [](int i) { return 1.6 * std::pow(2., double(i) / imagesPerOctave); };
    const double sigma = std::sqrt(std::pow(scale(index), 2) - std::pow(scale(index - 1), 2));
    return cv::getGaussianKernel(2 * cvCeil(4 * sigma) + 1, sigma, CV_32F);
}

//! Each image is the one before it, smoothed; the first of an octave is the one before it at half the size.
std::vector<cv::UMat> buildPyramid(const cv::UMat& first)
{
    const std::vector<cv::Size> all = sizes(first.size());
    std::vector<cv::UMat> images(all.size());
    images[0] = first;
    for (size_t i = 1; i < images.size(); i++)
    {
        const int index = int(i) % imagesPerOctave;
        if (index == 0)
            cv::resize(images[i - 1], images[i], all[i], 0, 0, cv::INTER_AREA);
        else
            cv::clconv::sepFilter2D(images[i - 1], images[i], -1, smoothing(index), smoothing(index), centre, 0,
                                    border);
    }
    return images;
}

cv::clconv::Chain derivative(const cv::Mat& filter)
{
    return cv::clconv::Chain().filter2D(CV_32F, filter, centre, 0, border);
}

//! @param first the largest image, 32FC1
//! @param ksize size of the Scharr filters, one of filterSizes
Pyramid computeGradients(const cv::UMat& first, int ksize)
{
    cv::clconv::Chain magnitude = derivative(scharr(ksize));
    magnitude.magnitude(derivative(scharr(ksize).t()));
    magnitude.prepare(first.type(), first.size()); // optional: builds programs now, not in the middle of a stream
    Pyramid pyramid;
    pyramid.images = buildPyramid(first);
    magnitude.apply(pyramid.images, pyramid.magnitudes);
    return pyramid;
}

struct Options
{
    std::string image; //!< a file; empty: a pattern is drawn
    std::string sheet;
    cv::Size size; //!< of the largest image; 0x0: the default, in the aspect ratio of the file's picture
    int ksize = 3;
};

const char* const about =
    "clconv_gradient_pyramid: gradients of a pyramid of 16 images, four octaves of four, on the device\n"
    "\n"
    "  clconv_gradient_pyramid                        a drawn pattern of 3866x4320 pixels\n"
    "  clconv_gradient_pyramid photo.jpg --ksize=9    a picture, scaled to as many pixels\n";

const char* const keys =
    "{help h ||this text}"
    "{@image ||a picture file; without one a pattern is drawn}"
    "{sheet  |gradient_pyramid.png|the contact sheet to write: gradient magnitudes of all images}"
    "{size   ||WxH of the largest image; default 3866x4320, or as many pixels in the picture's aspect ratio}"
    "{ksize  |3|size of the Scharr filters: 3, 5, 7 or 9}";

void readValues(const cv::CommandLineParser& parser, Options& options)
{
    options.image = parser.get<cv::String>("@image");
    options.sheet = parser.get<cv::String>("sheet");
    const std::string size = parser.get<cv::String>("size");
    if (!size.empty())
        options.size = programs::sizeFromText(size, "--size", 32768);
    options.ksize = programs::wholeNumber(parser, "ksize", filterSizes.front(), filterSizes.back());
    if (std::find(filterSizes.begin(), filterSizes.end(), options.ksize) == filterSizes.end())
        throw programs::UsageError(cv::format("--ksize: %d is not 3, 5, 7 or 9", options.ksize));
}

//! @returns false if the help text was requested and printed
bool parseOptions(int argc, char** argv, Options& options)
{
    return programs::readCommandLine(argc, argv, keys, about, 1,
                                     [&](const cv::CommandLineParser& parser) { readValues(parser, options); });
}

const cv::Size defaultSize(3866, 4320); // of J. Sellner's study, docs/studies.md

cv::Mat readPicture(const std::string& file)
{
    const samples::Quiet quiet;
    cv::Mat picture;
    try
    {
        picture = cv::imread(file, cv::IMREAD_GRAYSCALE);
    }
    catch (const cv::Exception&) // too large for OpenCV, or broken
    {
    }
    if (picture.empty())
        throw programs::UsageError("not a picture that OpenCV can read: " + file);
    return picture;
}

cv::Mat drawPattern(cv::Size size)
{
    cv::Mat picture;
    samples::Pattern(size).draw(picture, 0);
    cv::cvtColor(picture, picture, cv::COLOR_BGR2GRAY);
    return picture;
}

//! A size with as many pixels as the default, in the picture's aspect ratio.
cv::Size sizeLike(cv::Size picture)
{
    const double scale = std::sqrt(double(defaultSize.area()) / double(picture.area()));
    return cv::Size(cvRound(picture.width * scale), cvRound(picture.height * scale));
}

void requireValidSize(cv::Size size)
{
    const int minSide = 1 << (octaves - 1);
    const std::string name = cv::format("%dx%d", size.width, size.height);
    if (std::min(size.width, size.height) < minSide)
        throw programs::UsageError("too small for four octaves: " + name +
                                   cv::format(", minimum %dx%d", minSide, minSide));
    if (!cv::ocl::useOpenCL())
        return;
    double pixels = 0;
    for (const cv::Size& s : sizes(size))
        pixels += double(s.width) * s.height;
    const cv::ocl::Device& device = cv::ocl::Device::getDefault();
    const double imageBytes = double(size.width) * size.height * sizeof(float);
    const double bytes = 4 * sizeof(float) * pixels; // each image, its two derivatives, its magnitude
    const double memory = double(device.globalMemSize());
    if (imageBytes > double(device.maxMemAllocSize()) || bytes > memory / 2)
        throw programs::UsageError(
            cv::format("too large for this device: %s needs %.1f GiB; the limit is half of its %.1f GiB", name.c_str(),
                       bytes / (1 << 30), memory / (1 << 30)));
}

//! 32FC1 from 0 to 1, on the device.
//! @throws programs::UsageError if the file holds no picture, or the pyramid does not fit the device's memory
cv::UMat firstImage(const Options& options)
{
    cv::Mat picture = options.image.empty() ? cv::Mat() : readPicture(options.image);
    cv::Size size = options.size;
    if (size.empty())
        size = picture.empty() ? defaultSize : sizeLike(picture.size());
    requireValidSize(size);
    if (picture.empty())
        picture = drawPattern(size);
    picture.convertTo(picture, CV_32F, 1. / 255);
    cv::UMat image;
    samples::scaledTo(picture, size).copyTo(image);
    return image;
}

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
    for (size_t first = 0; first < gradients.images.size(); first += imagesPerOctave)
    {
        const cv::UMat& pixels = gradients.images[first];
        const size_t octave = first / imagesPerOctave + 1;
        std::vector<samples::Cell> cells = {
            {toGray(pixels, size, 1), cv::format("octave %zu: %s", octave, nameOf(pixels.size()).c_str())}};
        for (size_t i = 0; i < imagesPerOctave; i++)
            cells.push_back(
                {toGray(gradients.magnitudes[first + i], size, faintEdge), cv::format("gradient of image %zu", i + 1)});
        sheet.addRow(samples::rowOf(cells, size));
    }
    sheet.write(title);
}

void printOctaves(const Pyramid& gradients)
{
    std::cout << cv::format("%-8s%8s%12s%15s\n", "octave", "images", "size", "mean gradient");
    for (size_t first = 0; first < gradients.images.size(); first += imagesPerOctave)
        std::cout << cv::format("%-8zu%8d%12s%15.4f\n", first / imagesPerOctave + 1, imagesPerOctave,
                                nameOf(gradients.images[first].size()).c_str(),
                                cv::mean(gradients.magnitudes[first])[0]);
}

int run(int argc, char** argv)
{
    Options options;
    if (!parseOptions(argc, argv, options))
        return 0;
    const cv::UMat first = firstImage(options);
    programs::refuseOverwriting(options.image, options.sheet);
    samples::ContactSheet sheet(options.sheet);
    const std::string file = options.image.substr(options.image.find_last_of("/\\") + 1);
    const std::string title = cv::format("%s, magnitudes of Scharr %dx%d gradients by a cv::clconv::Chain",
                                         file.empty() ? "pattern" : file.c_str(), options.ksize, options.ksize);
    std::cout << programs::deviceLine() << "\n" << title << "\n" << std::endl;
    const Pyramid gradients = computeGradients(first, options.ksize);
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
