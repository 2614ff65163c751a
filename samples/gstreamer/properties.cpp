// SPDX-License-Identifier: Apache-2.0
//
// The properties of the element `clconv`. A value is only stored here: if it is wrong, the pipeline reports an error
// when the value is used, at the start or at the next frame.

#include "properties.hpp"
#include "programs/command_line.hpp"

namespace {

using samples::FilterSettings;

enum Property : guint
{
    filterProperty = 1,
    sizeProperty,
    kernelProperty,
    kernelFileProperty,
    borderProperty,
    deviceProperty,
    deviceInUseProperty
};

GType borderType()
{
    static std::vector<GEnumValue> values;
    static const GType type = []
    {
        const std::pair<const char*, const char*> borders[] = {{"constant", "000000|abcdefgh|0000000"},
                                                               {"replicate", "aaaaaa|abcdefgh|hhhhhhh"},
                                                               {"reflect", "fedcba|abcdefgh|hgfedcb"},
                                                               {"reflect101", "gfedcb|abcdefgh|gfedcba"},
                                                               {"wrap", "cdefgh|abcdefgh|abcdefg"}};
        for (const auto& border : borders)
            values.push_back({programs::borderFromName(border.first), border.second, border.first});
        values.push_back({0, nullptr, nullptr});
        return g_enum_register_static("GstClconvBorder", values.data()); // until the process ends
    }();
    return type;
}

//! The description of the property `filter`; it lives until the process ends.
const char* aboutFilter()
{
    static std::string text;
    if (text.empty())
    {
        text = "A filter by name, or several with commas between them as a chain, each on the result of the one "
               "before. Of filter, kernel and kernel-file the one that was set last counts. Names:";
        for (const std::string& name : samples::settingsNames())
            text += " " + name;
    }
    return text.c_str();
}

GstClconvState& stateOf(GObject* object)
{
    return *reinterpret_cast<GstClconv*>(object)->state;
}

std::string textOf(const GValue* value)
{
    const gchar* text = g_value_get_string(value);
    return text ? text : "";
}

//! Sets the text that replaces filters by name; an empty text restores these.
void setText(FilterSettings& settings, FilterSettings::From from, std::string& place, const std::string& text)
{
    place = text;
    if (!text.empty())
        settings.from = from;
    else if (settings.from == from)
        settings.from = FilterSettings::From::Names;
}

void setProperty(GObject* object, guint id, const GValue* value, GParamSpec* spec)
{
    GstClconvState& state = stateOf(object);
    FilterSettings& settings = state.settings;
    const std::lock_guard<std::mutex> lock(state.mutex);
    state.changed = true;
    switch (id)
    {
    case filterProperty:
        settings.names = textOf(value);
        settings.from = FilterSettings::From::Names;
        break;
    case sizeProperty: settings.size = g_value_get_int(value); break;
    case kernelProperty: setText(settings, FilterSettings::From::Text, settings.text, textOf(value)); break;
    case kernelFileProperty: setText(settings, FilterSettings::From::File, settings.file, textOf(value)); break;
    case borderProperty: settings.border = g_value_get_enum(value); break;
    case deviceProperty: state.device = textOf(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

void getProperty(GObject* object, guint id, GValue* value, GParamSpec* spec)
{
    GstClconvState& state = stateOf(object);
    const std::lock_guard<std::mutex> lock(state.mutex);
    const auto setString = [value](const std::string& text)
    { g_value_set_string(value, text.empty() ? nullptr : text.c_str()); };
    switch (id)
    {
    case filterProperty: setString(state.settings.names); break;
    case sizeProperty: g_value_set_int(value, state.settings.size); break;
    case kernelProperty: setString(state.settings.text); break;
    case kernelFileProperty: setString(state.settings.file); break;
    case borderProperty: g_value_set_enum(value, state.settings.border); break;
    case deviceProperty: setString(state.device); break;
    case deviceInUseProperty: setString(state.deviceInUse); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

} // namespace

void installClconvProperties(GObjectClass* type)
{
    const auto always = GParamFlags(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);
    const auto stopped = GParamFlags(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);
    const auto readOnly = GParamFlags(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    type->set_property = setProperty;
    type->get_property = getProperty;
    g_object_class_install_property(
        type, filterProperty,
        g_param_spec_string("filter", "Filter", aboutFilter(), FilterSettings().names.c_str(), always));
    g_object_class_install_property(
        type, sizeProperty,
        g_param_spec_int("size", "Size",
                         "Side of the kernels of filters by name; 0: their defaults. edges is always 3x3", 0, 255, 0,
                         always));
    g_object_class_install_property(
        type, kernelProperty,
        g_param_spec_string("kernel", "Kernel",
                            "The filter's coefficients: rows of numbers, with ; between rows and blanks or commas "
                            "between numbers, as in \"0 -1 0; -1 5 -1; 0 -1 0\"",
                            nullptr, always));
    g_object_class_install_property(
        type, kernelFileProperty,
        g_param_spec_string("kernel-file", "Kernel file",
                            "A YAML or JSON file of cv::FileStorage: 'kernel', a matrix or a list of rows; 'anchor' "
                            "and 'delta' are optional. Read at the start and whenever this property is set",
                            nullptr, always));
    g_object_class_install_property(type, borderProperty,
                                    g_param_spec_enum("border", "Border", "The pixels around the picture", borderType(),
                                                      FilterSettings().border, always));
    g_object_class_install_property(
        type, deviceProperty,
        g_param_spec_string("device", "Device",
                            "The OpenCL device, as in OPENCV_OPENCL_DEVICE: <platform>:<CPU|GPU|ACCELERATOR>:<name or "
                            "number>, for example :GPU:1; unset: the one that OpenCV selects",
                            nullptr, stopped));
    g_object_class_install_property(type, deviceInUseProperty,
                                    g_param_spec_string("device-in-use", "Device in use",
                                                        "The device, once the element is started", nullptr, readOnly));
}
