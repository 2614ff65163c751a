// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_force: parses the text of OPENCV_CLCONV_FORCE, and plans with the result. The first eight bytes of the
// input give the problem and the device.

#include "text_target.hpp"

#include "planner/make_plan.hpp"

using namespace cv;
using namespace clconv_test;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Bytes bytes(data, size);
    const PlannedProblem planned = problemFrom(bytes);
    const clconv::Force force = clconv::parseForce(bytes.rest());
    if (force.error.empty())
    {
        const clconv::Force again = clconv::parseForce(clconv::toString(force.name, force.params));
        require(again.error.empty() && again.name == force.name && again.params == force.params,
                "a forced text is read as it was written: " + force.text);
    }
    const clconv::Plan plan = clconv::makePlan(planned.problem, planned.device, force);
    requireSoundPlan(planned, plan);
    return 0;
}
