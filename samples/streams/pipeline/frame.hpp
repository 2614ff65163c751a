// SPDX-License-Identifier: Apache-2.0
//
// A frame on its way through the stages. A stream has a fixed number of frames and reuses them: their memory is
// allocated once, and a stream that is slow at its end waits for a free frame at its start instead of delaying others.

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
    bool last = false; //!< no picture: the stream ends here
    PinnedPicture source, result;
    bool wasRead = false; //!< whether the source's picture was read; nothing else changes its pixels
    cv::UMat deviceSource, deviceResult;
    std::string error; //!< what failed in a stage; later ones pass the frame on

    int stream = 0;
    StageTimes* times = nullptr;             //!< of the stream
    BoundedQueue<Frame*>* results = nullptr; //!< the queue that the worker's last stage pushes the frame to
};

} // namespace samples

#endif // CLCONV_SAMPLES_FRAME_HPP
