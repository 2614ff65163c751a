// SPDX-License-Identifier: Apache-2.0
//
// The GStreamer plugin libgstclconv.so, with the element `clconv`.

#include "element.hpp"

#include <opencv2/clconv/version.hpp>

static gboolean initPlugin(GstPlugin* plugin)
{
    return gst_element_register(plugin, "clconv", GST_RANK_NONE, gst_clconv_get_type());
}

#define PACKAGE "clconv"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, clconv, "Linear filters on OpenCL devices", initPlugin,
                  CLCONV_VERSION, "Apache 2.0", "clconv", "clconv")
