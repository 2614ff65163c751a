// SPDX-License-Identifier: Apache-2.0
//
// The engines' functions by name.

#include "filter_calls.hpp"
#include "../common/support.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

namespace samples {

Filter2D filter2DOf(const std::string& engine)
{
    if (engine == "clconv")
        return cv::clconv::filter2D;
    if (engine == "stock" || engine == "opencv-cpu")
        return cv::filter2D;
    throw UsageError("unknown engine '" + engine + "'");
}

} // namespace samples
