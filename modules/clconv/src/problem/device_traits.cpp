// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// DeviceTraits of OpenCV's device object.

#include "problem/device_traits.hpp"
#include "util/device_constants.hpp"
#include "util/opencl.hpp"

namespace cv
{
namespace clconv
{

namespace
{

//! Compute capability of an NVIDIA GPU, times ten (cl_nv_device_attribute_query); 0 if the driver does not report it.
int nvidiaComputeOf(const ocl::Device& device)
{
    const cl_device_info majorNV = 0x4000, minorNV = 0x4001; // CL_DEVICE_COMPUTE_CAPABILITY_..._NV of CL/cl_ext.h
    cl_uint major = 0, minor = 0;
    const cl_device_id id = static_cast<cl_device_id>(device.ptr());
    if (!device.isNVidia() || clGetDeviceInfo(id, majorNV, sizeof(major), &major, nullptr) != CL_SUCCESS ||
        clGetDeviceInfo(id, minorNV, sizeof(minor), &minor, nullptr) != CL_SUCCESS)
        return 0;
    return int(major * 10 + minor);
}

} // namespace

int64 workItemsPerWave(const DeviceTraits& traits)
{
    // Compute units of other vendors have other numbers of lanes, and were not measured.
    return traits.nvidiaCompute > 0 ? int64(device_constants::workItemsPerUnit) * traits.computeUnits : 0;
}

DeviceTraits traitsOf(const ocl::Device& device)
{
    DeviceTraits t;
    t.name = device.name();
    t.vendor = device.vendorName();
    t.driver = device.driverVersion();
    t.cpu = (device.type() & ocl::Device::TYPE_CPU) != 0;
    t.nvidiaCompute = nvidiaComputeOf(device);
    t.hasRegisterCap = device.isExtensionSupported("cl_nv_compiler_options");
    t.fp64 = device.doubleFPConfig() > 0;
    t.denormals = (device.singleFPConfig() & ocl::Device::FP_DENORM) != 0;
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
    t.maxBufferBytes = device.maxMemAllocSize();
    t.hostMemory = device.hostUnifiedMemory();
    return t;
}

} // namespace clconv
} // namespace cv
