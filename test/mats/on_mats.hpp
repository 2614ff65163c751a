// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests of calls on Mats: the mode, the way to the device, and bands of one KiB.

#pragma once

#include "api/host/mats.hpp"
#include "host/host_memory.hpp"
#include "support/test_precomp.hpp"
#include "planner/current_tuning.hpp"
#include "implementations/parameters.hpp"

namespace opencv_test {

using clconv::MatsMode;
using clconv::MatTransfer;

//! The ways to this device: through staging buffers and, if it uses the host's memory, also without copies.
inline std::vector<MatTransfer> matTransfers()
{
    std::vector<MatTransfer> ways = {MatTransfer::Staged};
    if (clconv::HostMemory::current()->isShared())
        ways.push_back(MatTransfer::Shared);
    return ways;
}

//! Tables that make the library stage every image of more than a KiB in bands.
inline clconv::Tuning smallBands()
{
    clconv::Tuning tuning;
    tuning.id = -7;
    tuning.tables.push_back(clconv::parseTuning("clconv tuning 1\ndefault | * | * | * | * | host:BAND_KIB=1\nend\n",
                                                "bands", clconv::knownParameters()));
    return tuning;
}

//! While this object lives, calls on Mats run on the device.
class OnDevice
{
public:
    explicit OnDevice(MatTransfer transfer) : mode_(MatsMode::Always), transfer_(transfer), bands_(smallBands()) {}

private:
    clconv::MatsModeScope mode_;
    clconv::MatTransferScope transfer_;
    clconv::TuningScope bands_;
};

} // namespace opencv_test
