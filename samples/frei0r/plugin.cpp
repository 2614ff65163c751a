// SPDX-License-Identifier: Apache-2.0
//
// The frei0r plugin clconv.so: one effect, whose parameters select the filters. Functions of frei0r cannot return
// errors: a fault becomes a line in OpenCV's log and frames of one colour, never the source in place of a result.

#include "samples/gstreamer/frame_filter.hpp"
#include "samples/gstreamer/settings.hpp"
#include "samples/video/filter_calls.hpp"
#include "programs/command_line.hpp"

#include <opencv2/clconv/version.hpp>
#include <opencv2/core/utils/logger.hpp>

#include <algorithm>
#include <mutex>

#pragma GCC visibility push(default) // frei0r.h declares what a plugin exports
extern "C"
{
#include <frei0r.h>
}
#pragma GCC visibility pop

namespace {

enum Parameter
{
    filterParameter,
    sizeParameter,
    kernelFileParameter,
    parameterCount
};

const double largestSide = 255; // the kernel size that the parameter 1 stands for; frei0r's numbers are from 0 to 1

//! An instance. MLT filters parts of a frame by one instance in several threads, which take turns here.
struct Effect
{
    explicit Effect(cv::Size frameSize) : size(frameSize), frames(std::string()) {}

    const cv::Size size;
    std::mutex mutex; //!< guards all that follows
    std::string filter = samples::FilterSettings().names, kernelFile;
    double side = 0;     //!< of kernels, divided by largestSide
    bool changed = true; //!< whether a parameter has changed since the chain was made

    samples::FrameFilter frames;
    cv::clconv::Chain chain;
    std::string fault; //!< the last one that was logged
};

Effect& effectOf(f0r_instance_t instance)
{
    return *static_cast<Effect*>(instance);
}

template<class Value>
void assign(Effect& effect, Value& place, const Value& value)
{
    effect.changed = effect.changed || place != value; // hosts set all parameters before each frame
    place = value;
}

void makeChain(Effect& effect)
{
    samples::FilterSettings settings;
    settings.names = effect.filter;
    settings.size = cvRound(std::min(std::max(0., effect.side), 1.) * largestSide);
    settings.file = effect.kernelFile;
    if (!effect.kernelFile.empty())
        settings.from = samples::FilterSettings::From::File;
    effect.chain = samples::clconvChain(samples::chainFrom(settings));
    effect.changed = false;
}

//! The description of the parameter `filter`; it lives until the process ends.
const char* aboutFilter()
{
    static const std::string text = []
    {
        std::string names = "A filter by name, or several with commas between them as a chain. Names:";
        for (const std::string& name : samples::settingsNames())
            names += " " + name;
        return names;
    }();
    return text.c_str();
}

} // namespace

int f0r_init()
{
    return 1;
}

void f0r_deinit() {}

void f0r_get_plugin_info(f0r_plugin_info_t* info)
{
    // RGBA is what frei0r recommends, and MLT uses: it would copy BGRA frames twice. Red and blue are filtered alike.
    *info = {"clconv",
             "the clconv project",
             F0R_PLUGIN_TYPE_FILTER,
             F0R_COLOR_MODEL_RGBA8888,
             FREI0R_MAJOR_VERSION,
             CLCONV_VERSION_MAJOR,
             CLCONV_VERSION_MINOR,
             parameterCount,
             "Sharpens, blurs, embosses, finds edges, or convolves with any kernel, on a GPU or another OpenCL device. "
             "Alpha is copied"};
}

void f0r_get_param_info(f0r_param_info_t* info, int index)
{
    switch (index)
    {
    case filterParameter: *info = {"filter", F0R_PARAM_STRING, aboutFilter()}; break;
    case sizeParameter:
        *info = {"size", F0R_PARAM_DOUBLE,
                 "Side of the kernels of filters by name, divided by 255: 0.05 is 13; 0: their defaults. edges is "
                 "always 3x3"};
        break;
    case kernelFileParameter:
        *info = {"kernel-file", F0R_PARAM_STRING,
                 "In place of filters by name: a YAML or JSON file of cv::FileStorage with 'kernel', a matrix or a "
                 "list of rows; 'anchor' and 'delta' are optional"};
        break;
    }
}

f0r_instance_t f0r_construct(unsigned int width, unsigned int height)
{
    try
    {
        Effect* const effect = new Effect(cv::Size(int(width), int(height)));
        static std::once_flag once;
        const auto warn = [effect]
        {
            if (!effect->frames.hasDevice()) // OpenCV filters on the CPU
                CV_LOG_WARNING(nullptr, "clconv: " << effect->frames.device());
        };
        std::call_once(once, warn);
        return effect;
    }
    catch (const std::exception& error)
    {
        CV_LOG_ERROR(nullptr, "clconv: " << error.what());
        return nullptr;
    }
}

void f0r_destruct(f0r_instance_t instance)
{
    delete &effectOf(instance);
}

void f0r_set_param_value(f0r_instance_t instance, f0r_param_t value, int index)
{
    Effect& effect = effectOf(instance);
    const std::lock_guard<std::mutex> lock(effect.mutex);
    const auto text = [value] { return std::string(*static_cast<f0r_param_string*>(value)); };
    switch (index)
    {
    case filterParameter: assign(effect, effect.filter, text()); break;
    case sizeParameter: assign(effect, effect.side, *static_cast<f0r_param_double*>(value)); break;
    case kernelFileParameter: assign(effect, effect.kernelFile, text()); break;
    }
}

void f0r_get_param_value(f0r_instance_t instance, f0r_param_t value, int index)
{
    Effect& effect = effectOf(instance);
    const std::lock_guard<std::mutex> lock(effect.mutex);
    const auto setText = [value](std::string& text) { *static_cast<f0r_param_string*>(value) = &text[0]; };
    switch (index)
    {
    case filterParameter: setText(effect.filter); break;
    case sizeParameter: *static_cast<f0r_param_double*>(value) = effect.side; break;
    case kernelFileParameter: setText(effect.kernelFile); break;
    }
}

void f0r_update(f0r_instance_t instance, double, const uint32_t* inframe, uint32_t* outframe)
{
    Effect& effect = effectOf(instance);
    const cv::Mat source(effect.size, CV_8UC4, const_cast<uint32_t*>(inframe));
    cv::Mat result(effect.size, CV_8UC4, outframe);
    const std::lock_guard<std::mutex> lock(effect.mutex);
    try
    {
        if (effect.changed)
            makeChain(effect);
        effect.frames.apply(effect.chain, source, result);
        effect.fault.clear();
    }
    catch (const std::exception& error)
    {
        if (effect.fault != error.what())
            CV_LOG_ERROR(nullptr, "clconv: " << error.what());
        effect.fault = error.what();
        result = cv::Scalar(255, 0, 255, 255);
    }
}
