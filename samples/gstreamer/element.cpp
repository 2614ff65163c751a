// SPDX-License-Identifier: Apache-2.0
//
// The GStreamer element `clconv`: a GstVideoFilter over FrameFilter. Exceptions end in this file: each becomes an
// error of the pipeline.

#include "element.hpp"
#include "properties.hpp"
#include "samples/common/support.hpp"
#include "samples/video/filter_calls.hpp"

namespace {

GST_DEBUG_CATEGORY_STATIC(category);
#define GST_CAT_DEFAULT category

using samples::FilterSettings;

const char* const formats = GST_VIDEO_CAPS_MAKE("{ GRAY8, BGR, RGB, BGRx, RGBx, BGRA, RGBA, I420 }");

GstClconv* clconvOf(gpointer object)
{
    return static_cast<GstClconv*>(object);
}

//! Runs a step; an exception becomes an error message on the bus.
//! @param fails posts the message for what the user can correct
//! @returns whether the step came to its end
template<class Step, class Fails>
bool succeeds(GstClconv* element, const Step& step, const Fails& fails)
{
    try
    {
        step();
        return true;
    }
    catch (const samples::UsageError& error)
    {
        fails(error.what());
    }
    catch (const cv::Exception& error)
    {
        GST_ELEMENT_ERROR(element, LIBRARY, FAILED, ("Filtering failed: %s", error.err.c_str()), ("%s", error.what()));
    }
    catch (const std::exception& error)
    {
        GST_ELEMENT_ERROR(element, LIBRARY, FAILED, ("Filtering failed: %s", error.what()), (nullptr));
    }
    return false;
}

//! Makes the chain of the properties as they are now, if they have changed.
bool readSettings(GstClconv* element)
{
    GstClconvState& state = *element->state;
    FilterSettings settings;
    {
        const std::lock_guard<std::mutex> lock(state.mutex);
        if (!state.changed)
            return true;
        state.changed = false;
        settings = state.settings;
    }
    const auto fails = [&](const char* words)
    {
        if (settings.from == FilterSettings::From::File)
            GST_ELEMENT_ERROR(element, RESOURCE, OPEN_READ, ("%s", words), (nullptr));
        else
            GST_ELEMENT_ERROR(element, LIBRARY, SETTINGS, ("%s", words), (nullptr));
    };
    if (succeeds(
            element, [&] { state.chain = samples::clconvChain(samples::chainFrom(settings)); }, fails))
        return true;
    const std::lock_guard<std::mutex> lock(state.mutex);
    state.changed = true; // no later frame may pass with the chain before
    return false;
}

bool openDevice(GstClconv* element)
{
    GstClconvState& state = *element->state;
    const auto open = [&]
    {
        const std::lock_guard<std::mutex> lock(state.mutex);
        state.frames.reset(new samples::FrameFilter(state.device));
        state.deviceInUse = state.frames->device();
    };
    const auto fails = [&](const char* words)
    { GST_ELEMENT_ERROR(element, RESOURCE, NOT_FOUND, ("%s", words), (nullptr)); };
    if (!succeeds(element, open, fails))
        return false;
    if (!state.frames->hasDevice())
        GST_ELEMENT_WARNING(element, RESOURCE, NOT_FOUND, ("%s", state.deviceInUse.c_str()),
                            ("frames are filtered on the CPU, by OpenCV"));
    GST_INFO_OBJECT(element, "%s", state.deviceInUse.c_str());
    return true;
}

gboolean start(GstBaseTransform* transform)
{
    GstClconv* const element = clconvOf(transform);
    {
        const std::lock_guard<std::mutex> lock(element->state->mutex);
        element->state->changed = true; // a kernel file is read again
    }
    return readSettings(element) && openDevice(element);
}

gboolean stop(GstBaseTransform* transform)
{
    GstClconvState& state = *clconvOf(transform)->state;
    state.frames.reset();
    const std::lock_guard<std::mutex> lock(state.mutex);
    state.deviceInUse.clear();
    return TRUE;
}

//! The first plane of a mapped frame, in its memory: its rows begin at the distance that the frame has.
cv::Mat firstPlane(GstVideoFrame* frame)
{
    const int width = GST_VIDEO_FRAME_COMP_WIDTH(frame, 0), channels = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, 0);
    const int stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, 0);
    if (stride < width * channels)
        throw samples::UsageError("rows " + std::to_string(stride) + " bytes apart are shorter than the picture");
    return cv::Mat(GST_VIDEO_FRAME_COMP_HEIGHT(frame, 0), width, CV_8UC(channels), GST_VIDEO_FRAME_PLANE_DATA(frame, 0),
                   size_t(stride));
}

//! The first plane is filtered, which is all of a packed picture and the luma of I420; others are copied.
GstFlowReturn transformFrame(GstVideoFilter* base, GstVideoFrame* in, GstVideoFrame* out)
{
    GstClconv* const element = clconvOf(base);
    if (!readSettings(element))
        return GST_FLOW_ERROR;
    GstClconvState& state = *element->state;
    const auto filterFirst = [&]
    {
        const cv::Mat source = firstPlane(in);
        cv::Mat result = firstPlane(out);
        state.frames->apply(state.chain, source, result);
    };
    const auto fails = [&](const char* words)
    { GST_ELEMENT_ERROR(element, LIBRARY, SETTINGS, ("%s", words), (nullptr)); };
    if (!succeeds(element, filterFirst, fails))
        return GST_FLOW_ERROR;
    for (guint plane = 1; plane < GST_VIDEO_FRAME_N_PLANES(in); plane++)
        if (!gst_video_frame_copy_plane(out, in, plane))
        {
            GST_ELEMENT_ERROR(element, STREAM, FAILED, ("Plane %u could not be copied.", plane), (nullptr));
            return GST_FLOW_ERROR;
        }
    return GST_FLOW_OK;
}

} // namespace

G_DEFINE_TYPE(GstClconv, gst_clconv, GST_TYPE_VIDEO_FILTER)

static void gst_clconv_init(GstClconv* element)
{
    element->state = new GstClconvState;
}

static void gst_clconv_finalize(GObject* object)
{
    delete clconvOf(object)->state;
    G_OBJECT_CLASS(gst_clconv_parent_class)->finalize(object);
}

static void gst_clconv_class_init(GstClconvClass* type)
{
    GST_DEBUG_CATEGORY_INIT(category, "clconv", 0, "linear filters on OpenCL devices");
    G_OBJECT_CLASS(type)->finalize = gst_clconv_finalize;
    installClconvProperties(G_OBJECT_CLASS(type));

    GstElementClass* const element = GST_ELEMENT_CLASS(type);
    gst_element_class_set_static_metadata(element, "Linear filters on OpenCL devices", "Filter/Effect/Video",
                                          "Sharpens, blurs, finds edges, or convolves with any kernel, several of them "
                                          "in a chain too, on a GPU or another "
                                          "OpenCL device. Of I420 the luma is filtered and the chroma copied; the "
                                          "fourth byte of BGRx, RGBx, BGRA and RGBA "
                                          "is copied",
                                          "the clconv project");
    for (const char* pad : {"sink", "src"})
    {
        GstCaps* const caps = gst_caps_from_string(formats);
        gst_element_class_add_pad_template(
            element, gst_pad_template_new(pad, pad[1] == 'i' ? GST_PAD_SINK : GST_PAD_SRC, GST_PAD_ALWAYS, caps));
        gst_caps_unref(caps);
    }
    GST_BASE_TRANSFORM_CLASS(type)->start = start;
    GST_BASE_TRANSFORM_CLASS(type)->stop = stop;
    GST_VIDEO_FILTER_CLASS(type)->transform_frame = transformFrame;
}
