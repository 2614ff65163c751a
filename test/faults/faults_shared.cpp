// SPDX-License-Identifier: Apache-2.0
//
// Mats on GPUs that share the host's memory: no copies if the driver uses a Mat's memory, otherwise two.

#include "faults.hpp"
#include "memory/memory_limit.hpp"
#include "mats/on_mats.hpp"

#include <CL/cl.h>

namespace opencv_test { namespace {

using clconv_faults::IntegratedGpu;

//! The machine's device, in a context in which it counts as that GPU.
class OnIntegratedGpu
{
public:
    explicit OnIntegratedGpu(IntegratedGpu::HostMemory memory) : gpu(memory), scope_(newContext()) {}

    const IntegratedGpu gpu;

private:
    static ocl::OpenCLExecutionContext newContext()
    {
        const ocl::Device current = ocl::Device::getDefault();
        cl_device_id device = static_cast<cl_device_id>(current.ptr());
        cl_platform_id platform = nullptr;
        clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
        cl_int code = CL_SUCCESS;
        cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        CV_Assert(code == CL_SUCCESS);
        // takes ownership of the context
        return ocl::OpenCLExecutionContext::create(ocl::PlatformInfo(&platform).name(), platform, context, device);
    }

    const ocl::OpenCLExecutionContextScope scope_;
};

//! Mats begin at any address, and what surrounds the output in its parent must not change.
void expectRightInEveryLayout()
{
    RNG rng(44);
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1})
    {
        FilterCase filterCase;
        filterCase.srcType = type;
        filterCase.kernel = randomKernel(Size(5, 4), CV_MAT_DEPTH(type), -1, Coefficients::Random, rng);
        filterCase.srcIsMat = filterCase.dstIsMat = true;
        for (const FilterCase& laidOut : layouts(filterCase))
        {
            const Result result = perform(laidOut);
            EXPECT_EQ("", result.error) << describe(laidOut);
            EXPECT_NE("opencv-cpu", result.implementation) << describe(laidOut);
        }
    }
}

//! Expects a right call in one launch, which maps buffers this many times and transfers none.
void expectNoTransfers(int maps)
{
    clconv_faults::resetCalls();
    Mat dst;
    clconv::filter2D(pixels(CV_8UC1), dst, -1, smallKernel());
    EXPECT_EQ("", compared(dst, pixels(CV_8UC1), smallKernel()));
    EXPECT_EQ(1, clconv_faults::calls(Function::EnqueueKernel));
    EXPECT_EQ(maps, clconv_faults::calls(Function::Map));
    EXPECT_EQ(0, clconv_faults::calls(Function::ReadBuffer) + clconv_faults::calls(Function::WriteBuffer) +
                     clconv_faults::calls(Function::CopyBuffer));
}

TEST(Clconv_IntegratedGpu, usesTheMemoryOfMats)
{
    const OnIntegratedGpu on(IntegratedGpu::HostMemory::OfWholeLines);
    const clconv::MatsModeScope mode(MatsMode::Always);
    ASSERT_FALSE(ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU);
    EXPECT_EQ(MatTransfer::Shared, clconv::matTransfer());
    expectRightInEveryLayout();
    expectNoTransfers(1); // maps the output
    EXPECT_EQ(0, on.gpu.copied());
}

//! Each pixel is copied once on its way to the device, and once on its way back.
TEST(Clconv_IntegratedGpu, mapsBuffersWhereTheDriverCopiesMats)
{
    const OnIntegratedGpu on(IntegratedGpu::HostMemory::Copied);
    const clconv::MatsModeScope mode(MatsMode::Always);
    clconv_faults::resetCalls();
    EXPECT_EQ(MatTransfer::Staged, clconv::matTransfer());
    EXPECT_EQ(0, clconv_faults::calls(Function::Map)); // maps could write a copy back
    EXPECT_EQ(2, on.gpu.copied());                     // made by the probe
    expectRightInEveryLayout();
    expectNoTransfers(2); // the source and the output
    EXPECT_EQ(2, on.gpu.copied());
}

//! Larger than the device's largest buffer, so in bands.
TEST(Clconv_IntegratedGpu, mapsBuffersOfMatsThatAreTooLarge)
{
    const clconv_faults::LimitedMemory limited({size_t(-1), 2 << 20, false, CL_INVALID_BUFFER_SIZE});
    const OnIntegratedGpu on(IntegratedGpu::HostMemory::OfWholeLines);
    const clconv::MatsModeScope mode(MatsMode::Always);
    EXPECT_EQ(MatTransfer::Shared, clconv::matTransfer());
    RNG rng(45);
    const Mat src = randomImage(Size(1000, 900), CV_32FC1, rng);
    Mat dst;
    clconv::filter2D(src, dst, -1, smallKernel());
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst, src, smallKernel()));
}

}} // namespace opencv_test
