// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_streams, checked as far as possible without opening a video or a device.

#ifndef CLCONV_SAMPLES_STREAMS_OPTIONS_HPP
#define CLCONV_SAMPLES_STREAMS_OPTIONS_HPP

#include "../video/filters.hpp"

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples {

struct StreamsOptions
{
    std::vector<std::string> sources; //!< the streams take them in turn
    int streams = 0;
    cv::Size inputSize; //!< of synthetic and camera pictures, 0x0: default
    FilterChain chain;
    std::string engine;  //!< clconv, stock or opencv-cpu
    std::string devices; //!< auto, list, all, or numbers
    int workers = 0;     //!< of each device
    int depth = 0;       //!< frames of each stream in progress at a time
    std::string folder;  //!< for the written files, or empty
    int frames = 0;      //!< of each stream, 0: all
    double seconds = 0;  //!< 0: without limit
    std::string csv;     //!< a file, or empty
};

//! @returns false if the help text was requested and printed
bool readStreamsOptions(int argc, char** argv, StreamsOptions& options);

} // namespace samples

#endif // CLCONV_SAMPLES_STREAMS_OPTIONS_HPP
