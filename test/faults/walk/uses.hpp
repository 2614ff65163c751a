// SPDX-License-Identifier: Apache-2.0
//
// The uses of the library that the walk makes: each function of the interface, each implementation, each place of
// source and output.

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
    Off,          //!< OpenCL is switched off: the CPU maps images of the device
    OffUnread,    //!< likewise, and buffers cannot be read either: where mapping fails, too, nothing can compute
    LaunchesFail, //!< the CPU maps images after the launch failed
    Builds        //!< as Works, and the program is built again
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

//! filterBank and filterBatch.
bool hasSeveralOutputs(Kind kind);

std::string nameOf(const Use& use);

//! Those that this device supports.
std::vector<Use> uses();

} // namespace clconv_faults
