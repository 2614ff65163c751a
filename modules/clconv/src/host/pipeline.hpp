// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Filters images in bands of rows, which pass through slots: source rows with their halo are uploaded, filtered, and
// downloaded, several bands at a time, on one device or several.

#pragma once

#include "host/host_slot.hpp"
#include "planner/host_plan.hpp"

namespace cv { namespace clconv {

//! A device that takes part.
struct HostDevice
{
    ocl::OpenCLExecutionContext context;
    HostPlan plan;
    SlotBuffer::Access access; //!< of the host to the buffers of slots
};

enum class HostResult
{
    Done,
    Refused, //!< by the work
    NoMemory //!< for the bands or for what the work allocates; outputs may have been written
};

struct HostRun
{
    HostResult result;
    const Implementation* impl; //!< that filtered the last band of some device; null unless Done
};

//! Runs a call and waits for it. Bands that one device does not filter are taken by the others; throws if none is left
//! and one has failed. Outputs may have been written then, unless the call is in place.
//! @param devices more than one only where all images are on the host, and the call is not in place
HostRun runPipeline(const std::vector<HostDevice>& devices, const HostCall& call, const BandWork& work);

}} // namespace cv::clconv
