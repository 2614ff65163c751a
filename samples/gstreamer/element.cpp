// SPDX-License-Identifier: Apache-2.0
//
// The GStreamer element `clconv`: a GstVideoFilter over FrameFilter. Exceptions end in this file: each becomes an
// error of the pipeline.

#include "element.hpp"
#include "properties.hpp"
#include "samples/video/filter_calls.hpp"
#include "programs/command_line.hpp"

namespace {

GST_DEBUG_CATEGORY_STATIC(category);
#define GST_CAT_DEFAULT category

using samples::FilterSettings;

// GST_VIDEO_NE: words of 16 bits in the machine's byte order.
#define FORMATS "GRAY8, BGR, RGB, BGRx, RGBx, BGRA, RGBA, I420, YV12, NV12, NV21, Y42B, " GST_VIDEO_NE(GRAY16)

GstClconv* clconvOf(gpointer object)
{
    return static_cast<GstClconv*>(object);
}

//! Runs a step and turns an exception into an error message on the bus.
//! @param fails posts the message for an error that the user can correct
//! @returns whether the step was completed
template<class Step, class Fails>
bool succeeds(GstClconv* element, const Step& step, const Fails& fails)
{
    try
    {
        step();
        return true;
    }
    catch (const programs::UsageError& error)
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

//! Makes the chains from the current properties, if these have changed.
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
    const auto make = [&]
    {
        samples::FilterChain filters = samples::chainFrom(settings);
        for (int depth : {CV_8U, CV_16U})
        {
            filters.depth = depth;
            state.chains[depth] = samples::clconvChain(filters);
        }
    };
    const auto fails = [&](const char* words)
    {
        if (settings.from == FilterSettings::From::File)
            GST_ELEMENT_ERROR(element, RESOURCE, OPEN_READ, ("%s", words), (nullptr));
        else
            GST_ELEMENT_ERROR(element, LIBRARY, SETTINGS, ("%s", words), (nullptr));
    };
    if (succeeds(element, make, fails))
        return true;
    const std::lock_guard<std::mutex> lock(state.mutex);
    state.changed = true; // no later frame may pass with the old chains
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

//! The first plane of a mapped frame, in its memory, with the frame's distance between rows.
cv::Mat firstPlane(GstVideoFrame* frame)
{
    const int depth = GST_VIDEO_FRAME_COMP_DEPTH(frame, 0) == 8 ? CV_8U : CV_16U, bytes = CV_ELEM_SIZE1(depth);
    const int width = GST_VIDEO_FRAME_COMP_WIDTH(frame, 0), pixel = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, 0);
    const int stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, 0);
    gpointer const data = GST_VIDEO_FRAME_PLANE_DATA(frame, 0);
    if (stride < width * pixel)
        throw programs::UsageError("rows " + std::to_string(stride) + " bytes apart are shorter than the picture");
    if (GPOINTER_TO_SIZE(data) % size_t(bytes) || stride % bytes)
        throw programs::UsageError("rows of 16-bit pixels begin at odd addresses");
    return cv::Mat(GST_VIDEO_FRAME_COMP_HEIGHT(frame, 0), width, CV_MAKETYPE(depth, pixel / bytes), data,
                   size_t(stride));
}

//! Filters the first plane, which is all of a packed picture and the luma of a planar one; copies the others.
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
        state.frames->apply(state.chains[source.depth()], source, result);
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

//! Caps that the sink pad does not take end the pipeline with an error of the upstream element, which does not state
//! the reason. This probe sees the caps first.
GstPadProbeReturn explainRefusal(GstPad* pad, GstPadProbeInfo* info, gpointer)
{
    GstEvent* const event = GST_PAD_PROBE_INFO_EVENT(info);
    if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS)
        return GST_PAD_PROBE_OK;
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    GstCaps* const taken = gst_pad_get_pad_template_caps(pad);
    if (!gst_caps_can_intersect(caps, taken))
    {
        const GstStructure* const structure = gst_caps_get_structure(caps, 0);
        const char* const format = gst_structure_get_string(structure, "format");
        GST_ELEMENT_ERROR(GST_PAD_PARENT(pad), CORE, NEGOTIATION,
                          ("%s is not filtered, only " FORMATS " in system memory: put videoconvert in front",
                           format ? format : gst_structure_get_name(structure)),
                          ("%" GST_PTR_FORMAT, static_cast<void*>(caps)));
    }
    gst_caps_unref(taken);
    return GST_PAD_PROBE_OK;
}

} // namespace

G_DEFINE_TYPE(GstClconv, gst_clconv, GST_TYPE_VIDEO_FILTER)

static void gst_clconv_init(GstClconv* element)
{
    element->state = new GstClconvState;
    gst_pad_add_probe(GST_BASE_TRANSFORM_SINK_PAD(element), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, explainRefusal,
                      nullptr, nullptr);
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
                                          "Sharpens, blurs, finds edges, or convolves with any kernel, also with "
                                          "several in a chain, on a GPU or another "
                                          "OpenCL device. Of planar formats the luma is filtered and the "
                                          "chroma copied; the fourth byte of BGRx, RGBx, BGRA and RGBA "
                                          "is copied",
                                          "the clconv project");
    for (const char* pad : {"sink", "src"})
    {
        GstCaps* const caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE("{ " FORMATS " }"));
        gst_element_class_add_pad_template(
            element, gst_pad_template_new(pad, pad[1] == 'i' ? GST_PAD_SINK : GST_PAD_SRC, GST_PAD_ALWAYS, caps));
        gst_caps_unref(caps);
    }
    GST_BASE_TRANSFORM_CLASS(type)->start = start;
    GST_BASE_TRANSFORM_CLASS(type)->stop = stop;
    GST_VIDEO_FILTER_CLASS(type)->transform_frame = transformFrame;
}
