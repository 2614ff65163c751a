// SPDX-License-Identifier: Apache-2.0
//
// The uses and their names.

#include "uses.hpp"
#include "images.hpp"
#include "cases/small.hpp"

#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"

namespace clconv_faults {
namespace {

using namespace cv;
using opencv_test::pixels;

const char* const kindNames[] = {"filter2D", "sepFilter2D", "filterBank", "filterBatch", "prepare", "explain"};
const char* const fromNames[] = {"", ", from a Mat", ", from a padded Mat", ", from an isolated region",
                                 ", from the host"};
const char* const toNames[] = {"", ", to an existing image", ", in place", ", to a Mat", ", to the UMat of a Mat"};
const char* const deviceNames[] = {"", ", OpenCL off", ", OpenCL off, nothing can be read", ", launches fail",
                                   ", built anew"};

//! The names of the implementations that support the filter on this device.
std::vector<std::string> supportedNames()
{
    const Mat image = pixels(CV_8UC1);
    UMat src;
    image.copyTo(src);
    std::vector<std::string> names;
    std::vector<std::string> forces = {"image:IMAGE_1D=0", "image:IMAGE_1D=1"};
    for (const clconv::Implementation* impl : clconv::implementations())
        forces.push_back(impl->name);
    for (const std::string& name : forces)
    {
        clconv::ForceScope force(name);
        const std::string text = clconv::explain(src, -1, filterTaps(), Point(-1, -1), border);
        if (text.find(name.substr(0, name.find(':')) + ": taken") == 0)
            names.push_back(name);
    }
    return names;
}

} // namespace

bool hasSeveralOutputs(Kind kind)
{
    return kind == Kind::Bank || kind == Kind::Batch;
}

std::string nameOf(const Use& use)
{
    return std::string(kindNames[int(use.kind)]) + fromNames[int(use.from)] + toNames[int(use.to)] +
           deviceNames[int(use.device)] + (use.filterIsUMat ? ", filter in a UMat" : "") +
           (use.forced.empty() ? "" : ", forced " + use.forced);
}

std::vector<Use> uses()
{
    const auto plain = [](Kind kind, To to = To::New, Device device = Device::Works)
    { return Use{kind, From::UMat, to, "", device, false}; };
    std::vector<Use> all;
    for (const std::string& name : supportedNames())
        all.push_back({Kind::Filter2D, From::UMat, To::New, name, Device::Works, false});
    for (const clconv::Implementation* impl : clconv::implementations())
        if (impl->has(clconv::TakesFilters))
            all.push_back({Kind::Bank, From::UMat, To::New, impl->name, Device::Works, false});
    for (const clconv::Implementation* impl : clconv::implementations())
        if (impl->has(clconv::TakesImages))
            all.push_back({Kind::Batch, From::UMat, To::New, impl->name, Device::Works, false});
    for (From from : {From::UMat, From::Mat, From::PaddedMat, From::IsolatedRegion})
        for (const char* forced : {"", "image:IMAGE_1D=0"})
            all.push_back({Kind::Filter2D, from, To::New, forced, Device::Works, false});
    for (To to : {To::Existing, To::InPlace, To::Mat, To::UMatOfAMat})
        for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
            all.push_back(plain(kind, to));
    for (Kind kind : {Kind::Sep, Kind::Bank, Kind::Batch, Kind::Prepare, Kind::Explain})
        all.push_back(plain(kind));
    std::vector<Device> withoutLaunches = {Device::Off, Device::LaunchesFail};
    if (ocl::Device::getDefault().hostUnifiedMemory()) // other devices map an image by reading it
        withoutLaunches.insert(withoutLaunches.begin() + 1, Device::OffUnread);
    for (Device device : withoutLaunches)
        for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
            for (To to : {To::New, To::Existing, To::InPlace, To::Mat})
                all.push_back(plain(kind, to, device));
    for (Kind kind : {Kind::Filter2D, Kind::Bank})
        all.push_back({kind, From::PaddedMat, To::New, "", Device::LaunchesFail, false});
    for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
        for (To to : {To::New, To::Existing, To::InPlace})
            all.push_back({kind, From::Host, to, "", Device::Works, false});
    for (Kind kind : {Kind::Filter2D, Kind::Prepare})
        all.push_back(plain(kind, To::New, Device::Builds));
    all.push_back({Kind::Filter2D, From::UMat, To::New, "", Device::Works, true});
    return all;
}

} // namespace clconv_faults
