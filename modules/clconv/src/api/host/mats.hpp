// SPDX-License-Identifier: Apache-2.0
//
// Calls on Mats: which ones the device runs, and how: in one launch on their own memory, or in bands.

#pragma once

#include "api/host/host_run.hpp"

namespace cv { namespace clconv {

//! How images reach the calling thread's device; tests replace it by a MatTransferScope.
MatTransfer matTransfer();

typedef SettingScope<MatTransfer, &CallSettings::matTransfer> MatTransferScope;

//! Why OpenCV's function runs a call on Mats.
enum class MatReason
{
    None,     //!< it does not
    Off,      //!< the mode
    Small,    //!< less work than a launch takes
    Faster,   //!< the CPU is faster
    Rare,     //!< calls that take the CPU too little time to repay a build
    Building, //!< a program is being built
    NoDevice, //!< OpenCL is unavailable, disabled, or not usable after fork()
    Refused   //!< no implementation, or the device failed
};

class MatRun
{
public:
    MatRun(const Mat& src, const Call& call);

    //! The launches that the call needs programs for: one, or those of bands that differ.
    std::vector<Rehearsal> rehearsals() const;

    //! Why the call cannot run without building anything: Refused, Building, or Rare for programs that were never built
    //! on this machine and are not to be built now. Those that are missing are loaded or built in the background.
    //! @param build whether they are built; if not, they are only loaded, where they were built on this machine before
    MatReason build(const std::vector<Rehearsal>& rehearsals, bool build, MatTimes& times) const;

    //! Runs the call and waits for it. dst may share memory with the source. Throws where the device fails; the source
    //! is whole then.
    //! @param dst of the call's size and type
    //! @returns the implementation; null if none runs on the device, and dst is as before
    const Implementation* run(Mat& dst) const;

    const Mat src;
    Call call;
    const HostCall host;
    std::unique_ptr<HostDevice> device; //!< of a call in bands; null: it uses the memory of the Mats

private:
    DeviceCall describeShared(size_t srcOffset, size_t dstStep, size_t dstOffset, SpecializationTable::Use use) const;
    const Implementation* runShared(Mat& dst) const;
};

//! OPENCV_CLCONV_MATS, useDeviceForMats(); tests replace it by a MatsModeScope.
enum class MatsMode
{
    Off,   //!< OpenCV's function on the CPU
    Auto,  //!< the device where it is faster; programs are built in the background where that repays
    Eager, //!< as Auto, but every program is built
    Always //!< the device wherever a plan exists; the first call waits for its program
};

typedef SettingScope<MatsMode, &CallSettings::matsMode> MatsModeScope;

//! Whether calls on Mats find OpenCL initialised; initialises it in the mode Always. False in a child of fork().
bool isReadyForMats();

//! Whether OpenCL is initialised. Calls on Mats run on the CPU until then.
bool isOpenCLReady();
void makeOpenCLReady();
void requestOpenCL(); //!< the same in the background

//! Whether OpenCV has found no GPU, and the user selects no other device: UMats are the host's memory, as Mats are, and
//! a CPU device may take calls on both.
bool areUMatsOnHost();

//! Makes that CPU device, if there is one, the thread's device while it lives: OpenCV's own functions stay on the CPU.
class DeviceForMatsScope
{
public:
    DeviceForMatsScope();
    explicit DeviceForMatsScope(const ocl::OpenCLExecutionContext& own);
    ~DeviceForMatsScope();
    DeviceForMatsScope(const DeviceForMatsScope&) = delete;
    DeviceForMatsScope& operator=(const DeviceForMatsScope&) = delete;

private:
    const bool isBound_;
};

//! Where one call on images of the host runs, and its time.
class MatCall
{
public:
    //! Runs a call on the device, if it is to run there.
    //! @param dst a Mat, or a UMat on the host
    //! @returns the implementation; null: the CPU is to run it
    const Implementation* run(const Mat& src, OutputArray dst, const Call& call);

    MatReason reason() const { return reason_; }

    //! Notes the time that OpenCV's function took instead.
    void addCpuTime(double seconds) const;

private:
    MatReason reasonOnHost(const Mat& src, const Call& call, MatsMode mode);
    MatReason reasonOnDevice(const Mat& src, const Call& call, MatsMode mode, std::unique_ptr<MatRun>& run);

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
