// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// From OpenCV's device object to DeviceTraits.

#include "device_traits.hpp"

namespace cv
{
namespace clconv
{

DeviceTraits traitsOf(const ocl::Device& device)
{
    DeviceTraits t;
    t.name = device.name();
    t.vendor = device.vendorName();
    t.driver = device.driverVersion();
    t.cpu = (device.type() & ocl::Device::TYPE_CPU) != 0;
    t.nvidia = device.isNVidia();
    t.fp64 = device.doubleFPConfig() > 0;
    t.images = device.imageSupport();
    t.imageFromBuffer = t.images && device.imageFromBufferSupport();
    t.imagePitchAlignment = t.imageFromBuffer ? int(device.imagePitchAlignment()) : 0;
    t.imageMaxWidth = t.images ? device.image2DMaxWidth() : 0;
    t.imageMaxHeight = t.images ? device.image2DMaxHeight() : 0;
    t.imageMaxBufferPixels = t.images ? device.imageMaxBufferSize() : 0;
    t.localBytes = device.localMemSize();
    t.localIsFast = device.localMemType() == ocl::Device::LOCAL_IS_LOCAL;
    t.groupItems = device.maxWorkGroupSize();
    std::vector<size_t> sizes(size_t(std::max(device.maxWorkItemDims(), 3)), 1);
    device.maxWorkItemSizes(sizes.data());
    t.groupWidth = sizes[0];
    t.groupHeight = sizes[1];
    t.constantBytes = device.maxConstantBufferSize();
    t.parameterBytes = device.maxParameterSize();
    t.computeUnits = device.maxComputeUnits();
    t.floatLanes = std::max(device.nativeVectorWidthFloat(), 1);
    return t;
}

} // namespace clconv
} // namespace cv
