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

//! What an element holds beside its GObject. The properties may change from any thread while frames are filtered.
struct GstClconvState
{
    std::mutex mutex; //!< of the properties, which are the next three
    samples::FilterSettings settings;
    std::string device;
    bool changed = true; //!< the settings, since a frame was filtered

    std::string deviceInUse; //!< guarded too: read by applications, set by start

    // Of the streaming thread, and of start and stop, which never run beside it.
    std::unique_ptr<samples::FrameFilter> frames;
    std::map<int, cv::clconv::Chain> chains; //!< the same filters, by the depth of frames
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
