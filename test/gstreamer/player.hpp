// SPDX-License-Identifier: Apache-2.0
//
// The element `clconv` without a pipeline: frames go in, frames and messages come out.

#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace clconv_test {

//! The planes of a picture.
using Planes = std::vector<cv::Mat>;

//! Random bytes in the planes of a format.
Planes randomPlanes(const std::string& format, cv::Size size, int seed = 1);

class Player
{
public:
    //! Starts the element.
    //! @param properties as for gst-launch-1.0: "filter=blur size=5"
    explicit Player(const std::string& properties = std::string());
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    //! Sets a property from a text that gst-launch-1.0 would accept.
    void set(const char* property, const std::string& value);
    std::string text(const char* property) const; //!< of a string property; empty: unset

    //! Filters one frame.
    //! @param padding undefined bytes after each row, beyond those that GStreamer has by default; negative: a frame
    //! without a description of its strides
    //! @returns no planes if the element refused the frame
    Planes play(const std::string& format, const Planes& planes, int padding = -1);

    //! The text of the error on the bus, with its domain and code; empty: none. Removes it from the bus.
    std::string error() { return message(GST_MESSAGE_ERROR); }
    std::string warning() { return message(GST_MESSAGE_WARNING); }

    GstClockTime lastTime() const { return lastTime_; } //!< of the last output frame
    GstClockTime nextTime() const { return nextTime_; } //!< of the next input frame

private:
    std::string message(GstMessageType type);

    GstElement* element_;
    GstBus* bus_;
    GstHarness* harness_ = nullptr; //!< null if the start failed
    std::string caps_;
    GstClockTime nextTime_ = 0, lastTime_ = GST_CLOCK_TIME_NONE;
};

} // namespace clconv_test
