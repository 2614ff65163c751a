// SPDX-License-Identifier: Apache-2.0
//
// Statements, and problems, for the programs that fuzz functions of text.

#include "text_target.hpp"

#include "coefficients/specialization.hpp"
#include "implementations/implementation.hpp"
#include "programs/described_devices.hpp"
#include "support/lists.hpp"

#include <cstdio>
#include <cstdlib>

namespace clconv_test {

using namespace cv;

void require(bool holds, const std::string& statement)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", statement.c_str());
    std::abort();
}

int Bytes::below(int end)
{
    const int value = left_ ? *data_ : 0;
    data_ += left_ > 0;
    left_ -= left_ > 0;
    return value % end;
}

PlannedProblem problemFrom(Bytes& bytes)
{
    static const int lengths[] = {1, 7, 37, 640, 1920, 20011}, taps[] = {1, 2, 3, 5, 9, 15, 31, 63};
    static const int alignments[] = {1, 4, 8, 16};
    static const auto devices = ::programs::devices::describedDevices();
    PlannedProblem planned;
    clconv::Problem& p = planned.problem;
    p.srcDepth = entry(depths(), bytes.below(7));
    p.dstDepth = entry(depths(), bytes.below(7));
    const int types = bytes.below(256);
    p.channels = 1 + types % 5;
    p.filterCount = types / 5 % 4 ? 1 : 1 + types / 20 % clconv::maxFilters;
    p.border = entry(borderTypes(), bytes.below(5));
    const int filter = bytes.below(64), image = bytes.below(36), traits = bytes.below(64);
    p.filterSize = Size(taps[filter % 8], taps[filter / 8]);
    p.size = p.readable = Size(lengths[image % 6], lengths[image / 6]);
    p.srcPitch = p.size.width;
    p.rowAlignment = alignments[traits % 4];
    p.rank = (traits & 4) ? 1 + types % 2 : 0;
    p.slices = (traits & 8) && p.srcDepth <= CV_8S ? 1 + types % clconv::maxSlices : 0;
    p.fourier = (traits & 16) && p.accDepth() == CV_32F;
    p.wideIndex = traits & 32;
    planned.device = entry(devices, bytes.below(int(devices.size()))).second;
    return planned;
}

void requireSoundPlan(const PlannedProblem& planned, const clconv::Plan& plan)
{
    if (!plan.impl)
        return;
    static const std::string known = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=-(),.+ ";
    const std::string options = plan.options.text();
    require(options.find_first_not_of(known) == std::string::npos, "build options of known characters: " + options);
    require(plan.kernelName.compare(0, 7, "clconv_") == 0, "a kernel of this library: " + plan.kernelName);
    const clconv::DeviceTraits& device = planned.device;
    require(plan.local[0] >= 1 && plan.local[1] >= 1 && plan.local[0] <= device.groupWidth &&
                plan.local[1] <= device.groupHeight && plan.local[0] * plan.local[1] <= device.groupItems,
            std::string("a work-group that the device allows: ") + plan.impl->name);
    require(plan.global[0] % plan.local[0] == 0 && plan.global[1] % plan.local[1] == 0,
            std::string("whole work-groups: ") + plan.impl->name);
    require(plan.localBytes <= device.localBytes, std::string("local memory that there is: ") + plan.impl->name);
}

} // namespace clconv_test
