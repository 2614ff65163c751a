// SPDX-License-Identifier: Apache-2.0
//
// The element `clconv` without a pipeline: frames go in, frames and messages come out.

#include "player.hpp"

#include <algorithm>
#include <stdexcept>

namespace clconv_test {
namespace {

GstVideoInfo infoOf(const std::string& format, cv::Size size)
{
    GstVideoInfo info;
    gst_video_info_init(&info);
    const GstVideoFormat number = gst_video_format_from_string(format.c_str());
    if (!gst_video_info_set_format(&info, number, guint(size.width), guint(size.height)))
        throw std::runtime_error("no format " + format);
    return info;
}

//! A plane of a mapped frame, without a copy.
cv::Mat mapped(GstVideoFrame& frame, guint plane)
{
    guint component = 0; // the first component in the plane
    while (guint(GST_VIDEO_FRAME_COMP_PLANE(&frame, component)) != plane)
        component++;
    return cv::Mat(GST_VIDEO_FRAME_COMP_HEIGHT(&frame, component), GST_VIDEO_FRAME_COMP_WIDTH(&frame, component),
                   CV_8UC(GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component)), GST_VIDEO_FRAME_PLANE_DATA(&frame, plane),
                   size_t(GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane)));
}

//! A frame whose rows and planes are further apart than in the format's default.
GstBuffer* paddedBuffer(const GstVideoInfo& info, int padding)
{
    gsize offsets[GST_VIDEO_MAX_PLANES] = {}, end = gsize(padding);
    gint strides[GST_VIDEO_MAX_PLANES] = {};
    for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES(&info); i++)
    {
        offsets[i] = end;
        strides[i] = GST_VIDEO_INFO_PLANE_STRIDE(&info, i) + padding;
        end += gsize(strides[i]) * gsize(GST_VIDEO_INFO_COMP_HEIGHT(&info, i));
    }
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, end, nullptr);
    gst_buffer_memset(buffer, 0, 0xAB, end);
    gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info), guint(info.width),
                                   guint(info.height), GST_VIDEO_INFO_N_PLANES(&info), offsets, strides);
    return buffer;
}

Planes copied(GstVideoFrame& frame)
{
    Planes planes;
    for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES(&frame); i++)
        planes.push_back(mapped(frame, i).clone());
    return planes;
}

void map(GstVideoFrame& frame, GstVideoInfo& info, GstBuffer* buffer, GstMapFlags flags)
{
    if (!gst_video_frame_map(&frame, &info, buffer, flags))
        throw std::runtime_error("a frame cannot be mapped");
}

} // namespace

Planes randomPlanes(const std::string& format, cv::Size size, int seed)
{
    GstVideoInfo info = infoOf(format, size);
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&info), nullptr);
    GstVideoFrame frame;
    map(frame, info, buffer, GST_MAP_READ);
    Planes planes = copied(frame);
    gst_video_frame_unmap(&frame);
    gst_buffer_unref(buffer);
    cv::RNG random{uint64(seed)};
    for (cv::Mat& plane : planes)
        random.fill(plane, cv::RNG::UNIFORM, 0, 256);
    return planes;
}

Player::Player(const std::string& properties) : bus_(gst_bus_new())
{
    GError* error = nullptr;
    element_ = gst_parse_launch(("clconv " + properties).c_str(), &error);
    if (error)
        throw std::runtime_error(error->message);
    gst_object_ref_sink(element_);
    gst_element_set_bus(element_, bus_);
    if (gst_element_set_state(element_, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE) // else the harness would abort
        harness_ = gst_harness_new_with_element(element_, "sink", "src");
}

Player::~Player()
{
    if (harness_)
        gst_harness_teardown(harness_);
    gst_element_set_state(element_, GST_STATE_NULL);
    gst_element_set_bus(element_, nullptr);
    gst_object_unref(element_);
    gst_object_unref(bus_);
}

void Player::set(const char* property, const std::string& value)
{
    gst_util_set_object_arg(G_OBJECT(element_), property, value.c_str());
}

std::string Player::text(const char* property) const
{
    gchar* value = nullptr;
    g_object_get(element_, property, &value, nullptr);
    const std::string result = value ? value : "";
    g_free(value);
    return result;
}

Planes Player::play(const std::string& format, const Planes& planes, int padding)
{
    GstVideoInfo info = infoOf(format, planes[0].size());
    const std::string caps =
        cv::format("video/x-raw,format=%s,width=%d,height=%d,framerate=25/1", format.c_str(), info.width, info.height);
    if (caps != caps_)
        gst_harness_set_src_caps_str(harness_, caps.c_str());
    caps_ = caps;
    GstBuffer* const buffer = padding >= 0 ? paddedBuffer(info, padding)
                                           : gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&info), nullptr);
    GstVideoFrame frame;
    map(frame, info, buffer, GST_MAP_WRITE);
    for (guint i = 0; i < planes.size(); i++)
    {
        cv::Mat place = mapped(frame, i);
        planes[i].copyTo(place);
    }
    gst_video_frame_unmap(&frame);
    GST_BUFFER_PTS(buffer) = nextTime_;
    nextTime_ += 40 * GST_MSECOND;
    if (gst_harness_push(harness_, buffer) != GST_FLOW_OK)
        return {};
    GstBuffer* const filtered = gst_harness_pull(harness_);
    lastTime_ = GST_BUFFER_PTS(filtered);
    map(frame, info, filtered, GST_MAP_READ);
    const Planes result = copied(frame);
    gst_video_frame_unmap(&frame);
    gst_buffer_unref(filtered);
    return result;
}

std::string Player::message(GstMessageType type)
{
    GstMessage* const message = gst_bus_pop_filtered(bus_, type);
    if (!message)
        return {};
    GError* error = nullptr;
    if (type == GST_MESSAGE_ERROR)
        gst_message_parse_error(message, &error, nullptr);
    else
        gst_message_parse_warning(message, &error, nullptr);
    const std::string domain = g_quark_to_string(error->domain);
    const std::string text = error->message + (" [" + domain + " " + std::to_string(error->code) + "]");
    g_error_free(error);
    gst_message_unref(message);
    return text;
}

} // namespace clconv_test
