// SPDX-License-Identifier: Apache-2.0
//
// How the walk uses the library: each public function, each implementation, each place of source and output.

#pragma once

#include <string>
#include <vector>

namespace clconv_faults {

enum class Kind
{
    Filter2D,
    Sep,
    Bank,
    Batch,
    Prepare,
    Explain
};

enum class From
{
    UMat,
    Mat,
    PaddedMat,
    IsolatedRegion,
    Host //!< a UMat without a buffer on the device: the call runs in bands
};

enum class To
{
    New,
    Existing,
    InPlace,
    Mat,
    UMatOfAMat
};

enum class Device
{
    Works,
    Off,          //!< OpenCL is off: the CPU maps images of the device
    OffUnread,    //!< likewise, and buffers cannot be read: if mapping fails too, nothing can compute
    LaunchesFail, //!< the CPU maps images after the launch failed
    Builds        //!< as Works, and the program is rebuilt
};

//! What an operation does.
struct Use
{
    Kind kind;
    From from;
    To to;
    std::string forced;
    Device device;
    bool filterIsUMat;
};

//! Whether it is filterBank or filterBatch.
bool hasSeveralOutputs(Kind kind);

std::string nameOf(const Use& use);

//! The uses that this device supports.
std::vector<Use> uses();

} // namespace clconv_faults
