// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_video, checked as far as possible without opening a video.

#ifndef CLCONV_SAMPLES_OPTIONS_HPP
#define CLCONV_SAMPLES_OPTIONS_HPP

#include "filters.hpp"

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples {

struct Options
{
    std::string input;                //!< camera number, file, address or `synthetic`
    std::vector<FilterChain> chains;  //!< one after the other, each over the whole input
    std::vector<std::string> engines; //!< clconv, stock, opencv-cpu: one of them, or all for a comparison
    std::string output;               //!< window, none, or a video file
    std::string sheet;                //!< contact sheet, or empty
    int frames = 0;                   //!< of each chain, 0: all
    int repeat = 1;                   //!< measurements of a frame
    int width = 0;                    //!< of the output, 0: the source's
    cv::Size inputSize;               //!< of synthetic and camera pictures, 0x0: default

    bool compares() const { return engines.size() > 1; }
};

//! @returns false if the help text was requested and printed
bool readOptions(int argc, char** argv, Options& options);

} // namespace samples

#endif // CLCONV_SAMPLES_OPTIONS_HPP
