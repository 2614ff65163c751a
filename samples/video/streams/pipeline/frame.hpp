// SPDX-License-Identifier: Apache-2.0
//
// A frame on its way through the stages. A stream has a fixed number of them, which go round: their memory is allocated
// once, and a stream that is slow at its end waits for a free one at its beginning instead of holding up other streams.

#ifndef CLCONV_SAMPLES_FRAME_HPP
#define CLCONV_SAMPLES_FRAME_HPP

#include "bounded_queue.hpp"
#include "pinned_memory.hpp"
#include "../figures/stage.hpp"
#include "../../filter_calls.hpp"

#include <memory>
#include <string>
#include <vector>

namespace samples {

//! The calls of a chain of filters, on the device or on the host; null until they are made for the first time. One for
//! each stream: sizes differ from stream to stream, and one thread filters all frames of a stream.
struct StreamCalls
{
    std::unique_ptr<ChainCalls<cv::UMat>> device;
    std::unique_ptr<ChainCalls<cv::Mat>> host;
};

struct Frame
{
    int64 index = 0;
    bool last = false; //!< no frame: the stream ends here
    PinnedPicture source, result;
    bool wasRead = false; //!< whether the picture of the source is one that was read; nothing else changes its pixels
    cv::UMat deviceSource;
    std::vector<cv::UMat> deviceResults; //!< of each filter of the chain; empty where it is not needed
    std::vector<cv::Mat> hostResults;    //!< the same, where they are compared or the filter runs on the host
    std::string error;                   //!< what failed in a stage; later ones pass the frame on

    std::shared_ptr<StreamCalls> calls = std::make_shared<StreamCalls>();
    StageTimes* times = nullptr;             //!< of the stream
    BoundedQueue<Frame*>* results = nullptr; //!< where the last stage of a worker puts it
};

} // namespace samples

#endif // CLCONV_SAMPLES_FRAME_HPP
