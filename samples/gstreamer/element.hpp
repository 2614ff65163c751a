// SPDX-License-Identifier: Apache-2.0
//
// The GStreamer element `clconv`: a GstVideoFilter over FrameFilter.

#pragma once

#include "frame_filter.hpp"
#include "settings.hpp"

#include <gst/video/gstvideofilter.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

//! The state of an element besides its GObject. Any thread may change the properties while frames are filtered.
struct GstClconvState
{
    std::mutex mutex; //!< guards the properties, which are the next three
    samples::FilterSettings settings;
    std::string device;
    bool changed = true; //!< whether the settings have changed since the last frame

    std::string deviceInUse; //!< guarded, too: set by start, read by applications

    // Used by the streaming thread, and by start and stop, which never run at the same time.
    std::unique_ptr<samples::FrameFilter> frames;
    std::map<int, cv::clconv::Chain> chains; //!< the same filters for each depth of frames
};

struct GstClconv
{
    GstVideoFilter base;
    GstClconvState* state;
};

struct GstClconvClass
{
    GstVideoFilterClass base;
};

GType gst_clconv_get_type();
