// SPDX-License-Identifier: Apache-2.0
//
// Reads DeviceTraits from OpenCV's device object.

#include "problem/device_traits.hpp"
#include "util/device_constants.hpp"
#include "util/opencl.hpp"

namespace cv { namespace clconv {

//! Compute capability of an NVIDIA GPU, times ten (cl_nv_device_attribute_query); 0 if the driver does not report it.
static int nvidiaComputeOf(const ocl::Device& device)
{
    const cl_device_info majorNV = 0x4000, minorNV = 0x4001; // CL_DEVICE_COMPUTE_CAPABILITY_..._NV of CL/cl_ext.h
    cl_uint major = 0, minor = 0;
    const cl_device_id id = static_cast<cl_device_id>(device.ptr());
    if (!device.isNVidia() || clGetDeviceInfo(id, majorNV, sizeof(major), &major, nullptr) != CL_SUCCESS ||
        clGetDeviceInfo(id, minorNV, sizeof(minor), &minor, nullptr) != CL_SUCCESS)
        return 0;
    return int(major * 10 + minor);
}

//! @param access the flags with which such images are created
static ImageFormats formatsOf(const ocl::Context& context, cl_mem_flags access, cl_mem_object_type kind)
{
    const cl_context handle = static_cast<cl_context>(context.ptr());
    cl_uint count = 0;
    ImageFormats result;
    result.bits = 0;
    if (clGetSupportedImageFormats(handle, access, kind, 0, nullptr, &count) != CL_SUCCESS)
        return result;
    std::vector<cl_image_format> formats(count);
    if (clGetSupportedImageFormats(handle, access, kind, count, formats.data(), nullptr) != CL_SUCCESS)
        return result;
    for (int depth = CV_8U; depth <= CV_32F; ++depth)
        for (int channels : {1, 2, 4})
            for (const cl_image_format& format : formats)
                if (format.image_channel_data_type == imageFormat(depth, channels).image_channel_data_type &&
                    format.image_channel_order == imageFormat(depth, channels).image_channel_order)
                    result.bits |= ImageFormats::bitOf(depth, channels);
    return result;
}

//! OpenCL lists formats for each context: they are those of the current context, if the device is in it.
static void setImageFormats(const ocl::Device& device, DeviceTraits& traits)
{
    const ocl::Context& context = ocl::Context::getDefault();
    if (!traits.images || context.ndevices() == 0 || context.device(0).ptr() != device.ptr())
        return;
    traits.imageFormats = formatsOf(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D); // as ocl::Image2D makes them
    traits.bufferImageFormats = formatsOf(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE1D_BUFFER);
}

static bool begins(const std::string& text, const char* beginning)
{
    return text.compare(0, std::strlen(beginning), beginning) == 0;
}

//! How many work-items one compute unit holds in a wave; 0: not known.
static int workItemsPerUnit(const DeviceTraits& traits)
{
    using namespace device_constants;
    if (traits.cpu)
        return 0;
    if (traits.nvidiaCompute > 0)
        return nvidiaItemsPerUnit;
    if (begins(traits.vendor, "Advanced Micro Devices"))
        return begins(traits.name, "gfx1") ? rdnaItemsPerUnit : gcnItemsPerUnit;
    return begins(traits.vendor, "Intel") ? intelItemsPerUnit : 0;
}

int64 workItemsPerWave(const DeviceTraits& traits)
{
    return int64(workItemsPerUnit(traits)) * traits.computeUnits;
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
    t.fma = (device.singleFPConfig() & ocl::Device::FP_FMA) != 0;
    t.images = device.imageSupport();
    t.imageFromBuffer = t.images && device.imageFromBufferSupport();
    t.imagePitchAlignment = t.imageFromBuffer ? int(device.imagePitchAlignment()) : 0;
    t.imageMaxWidth = t.images ? device.image2DMaxWidth() : 0;
    t.imageMaxHeight = t.images ? device.image2DMaxHeight() : 0;
    t.imageMaxBufferPixels = t.images ? device.imageMaxBufferSize() : 0;
    t.localBytes = device.localMemSize();
    t.unreportedLocalBytes =
        t.nvidiaCompute >= device_constants::unreportedLocalCompute ? device_constants::unreportedLocalBytes : 0;
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
    // Mesa's rusticl on llvmpipe (26.2.6) keeps the buffers of a launch in the program instead of the queue, and counts
    // references to them without a lock: where kernels of one program run on two queues at a time, buffers are freed
    // that are in use (docs/install/portability.md).
    t.concurrentQueues = !begins(t.name, "llvmpipe");
    setImageFormats(device, t);
    return t;
}

}} // namespace cv::clconv
