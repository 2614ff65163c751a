// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_gradient_pyramid.

#include "options.hpp"
#include "gradients.hpp"
#include "programs/command_line.hpp"

#include <algorithm>

namespace pyramid {
namespace {

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

} // namespace

bool parseOptions(int argc, char** argv, Options& options)
{
    return programs::readCommandLine(argc, argv, keys, about, 1,
                                     [&](const cv::CommandLineParser& parser) { readValues(parser, options); });
}

} // namespace pyramid
