// SPDX-License-Identifier: Apache-2.0
//
// Calls on a device whose memory is full, and on images that exceed its memory. On a CPU device, whose memory is the
// machine's, they need a limit (--total).

#pragma once

namespace clconv_faults {

//! Whether the command line names one of these:
//!
//!   --fill=MIB             fills the device, frees half an image at a time, and makes every kind of call on
//!                          images of that size
//!   --large=WxH            an image of that size: compared with cv::filter2D on a Mat, and timed
//!   --type, --ksize        for --large: 32FC1, 5
//!   --rounds               for --large: how often it is timed
//!   --largest, --total     MiB of the largest buffer and of all together; default: the device's own
bool isMemoryCommand(int argc, const char* const* argv);

//! @returns the exit code
int runMemoryCommand(int argc, const char* const* argv);

} // namespace clconv_faults
