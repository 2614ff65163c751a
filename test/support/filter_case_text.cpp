// SPDX-License-Identifier: Apache-2.0
//
// A FilterCase as text, for messages of failures.

#include "filter_case.hpp"

#include "lists.hpp"

#include <sstream>

namespace clconv_test {

using namespace cv;

std::string describe(const FilterCase& t)
{
    static const char* const places[] = {"separate", "in place", "overlapping"};
    std::ostringstream words;
    words << (t.batch                   ? "filterBatch "
              : !t.otherKernels.empty() ? "filterBank "
              : t.kernelY.empty()       ? "filter2D "
                                        : "sepFilter2D ")
          << typeToString(t.srcType) << (t.srcIsMat ? " Mat" : "") << (t.srcOnHost ? " on the host" : "") << " to "
          << depthToString(t.dstDepth()) << (t.dstIsMat ? " Mat" : "") << (t.dstOnHost ? " on the host" : "")
          << ", size " << t.size << ", kernel " << t.kernelSize() << ' ' << depthToString(t.kernel.depth())
          << (t.otherKernels.empty() ? "" : format(" and %d more", int(t.otherKernels.size())))
          << (t.kernelIsUMat ? " UMat" : "")
          << (t.kernelMemory == KernelMemory::InSource   ? " in the source"
              : t.kernelMemory == KernelMemory::InOutput ? " in the output"
                                                         : "")
          << (t.prepared ? " prepared" : "") << ", anchor " << t.anchor << ", delta " << t.delta << ", border "
          << borderName(t.border & ~BORDER_ISOLATED) << (t.border & BORDER_ISOLATED ? " isolated" : "");
    if (!t.srcParent.empty())
        words << ", source at " << t.srcOrigin << " of " << t.srcParent;
    if (t.placement == Placement::Overlap || !t.dstParent.empty())
        words << ", output at " << t.dstOrigin << " of " << t.dstParent;
    if (t.padding)
        words << ", rows padded by " << t.padding;
    words << ", " << places[static_cast<int>(t.placement)] << ", seed " << t.seed;
    return words.str() + (t.force.empty() ? "" : ", forced " + t.force);
}

} // namespace clconv_test
