// SPDX-License-Identifier: Apache-2.0
//
// A frame on its way through the stages. A stream has a fixed number of them, which go round: their memory is allocated
// once, and a stream that is slow at its end waits for a free one at its beginning instead of holding up other streams.

#ifndef CLCONV_SAMPLES_FRAME_HPP
#define CLCONV_SAMPLES_FRAME_HPP

#include "bounded_queue.hpp"
#include "pinned_memory.hpp"
#include "stage.hpp"

#include <string>

namespace samples {

struct Frame
{
    int64 index = 0;
    bool last = false; //!< no frame: the stream ends here
    PinnedPicture source, result;
    bool wasRead = false; //!< whether the picture of the source is one that was read; nothing else changes its pixels
    cv::UMat deviceSource, deviceResult;
    std::string error; //!< what failed in a stage; later ones pass the frame on

    int stream = 0;
    StageTimes* times = nullptr;             //!< of the stream
    BoundedQueue<Frame*>* results = nullptr; //!< where the last stage of a worker puts it
};

} // namespace samples

#endif // CLCONV_SAMPLES_FRAME_HPP
