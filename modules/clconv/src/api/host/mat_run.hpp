// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A call on Mats as the calling thread's device runs it: in one launch on their own memory, or in bands.

#pragma once

#include "api/host/host_run.hpp"

namespace cv
{
namespace clconv
{

//! The one that the device has; tests replace it by a MatTransferScope.
MatTransfer matTransfer();

typedef SettingScope<MatTransfer, &CallSettings::matTransfer> MatTransferScope;

class MatRun
{
public:
    MatRun(const Mat& src, const Call& call);

    //! What it needs programs for: the first and the last band, if they differ.
    std::vector<Problem> problems() const;

    //! Runs the call and waits for it. dst may share memory with the source. Throws where the device fails; the source
    //! is whole then.
    //! @param dst of the call's size and type
    //! @returns the implementation; null if none runs on the device, and dst is as before
    const Implementation* run(Mat& dst, SpecializationTable::Use use) const;

    const Mat src;
    const Call& call;
    const HostCall host;
    std::unique_ptr<HostDevice> device; //!< of a call in bands; null: it uses the memory of the Mats
    bool isSpecialized = true; //!< whether a program for this filter alone may run, where it is hot or prepared

private:
    DeviceCall describeShared(size_t srcOffset, size_t dstStep, size_t dstOffset, SpecializationTable::Use use) const;
    DeviceCall describe(const Call& one, const Layout& from, const Layout& to, SpecializationTable::Use use) const;
    const Implementation* runShared(Mat& dst, SpecializationTable::Use use) const;
};

} // namespace clconv
} // namespace cv
