// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Calls on Mats that the device runs, and which it runs.

#pragma once

#include "api/host/mat_run.hpp"

namespace cv { namespace clconv {

//! OPENCV_CLCONV_MATS, useDeviceForMats(); tests replace it by a MatsModeScope.
enum class MatsMode
{
    Off,   //!< OpenCV's function on the CPU
    Auto,  //!< the device where it is faster; programs are built in the background where that repays
    Eager, //!< as Auto, but every program is built
    Always //!< the device wherever a plan exists; the first call waits for its program
};

typedef SettingScope<MatsMode, &CallSettings::matsMode> MatsModeScope;

MatsMode matsMode();

//! Whether calls on Mats find OpenCL initialised, which the mode Always does now. False in a child of fork().
bool isReadyForMats();

//! Where one call on Mats runs, and its time.
class MatCall
{
public:
    //! Runs a call on the device, if it is to run there.
    //! @param src, dst whatever they are; only Mats are run
    //! @returns the implementation; null: the CPU is to run it
    const Implementation* run(const Mat& src, OutputArray dst, const Call& call);

    MatReason reason() const { return reason_; }

    //! Notes the time that OpenCV's function took instead.
    void addCpuTime(double seconds) const;

private:
    MatReason reasonOnHost(const Mat& src, const Call& call, MatsMode mode);
    MatReason reasonOnDevice(MatRun& run, MatsMode mode);

    MatReason reason_ = MatReason::Off;
    bool isDemand_ = false; //!< whether the time on the CPU counts towards a build
    bool isTimed_ = false;  //!< whether times on the device and on the CPU are compared
    MatClass demand_, class_;
};

//! The calling thread's last call on Mats.
MatCall& lastMatCall();

//! While it lives, calls on Mats that the device does not run are not run at all: for callers that run OpenCV's own
//! function instead.
typedef SettingScope<bool, &CallSettings::deviceOnly> DeviceOnlyScope;

}} // namespace cv::clconv
