// SPDX-License-Identifier: Apache-2.0
//
// An implementation that lacks memory in one call is not excluded and runs in the next. What the device rejects is
// tried with half the work-group before it is excluded.

#include "faults.hpp"
#include "memory/memory_limit.hpp"

namespace opencv_test { namespace {

using clconv_faults::LimitedMemory;

const int outOfResources = -5; // drivers also report a lack of memory by this

Mat kernelOf(Size size, uint64 seed)
{
    RNG rng(seed);
    return randomKernel(size, CV_32F, CV_32F, Coefficients::Random, rng);
}

//! A call with a forced implementation and its own coefficients, first without memory, then with it.
class ForcedCall
{
public:
    ForcedCall(const char* forced, int type, Size kernel, Rect region = Rect(0, 0, 37, 29)) :
        forced_(forced), kernel_(kernelOf(kernel, 50)), image_(pixels(type)(region).clone()),
        src_(onDevice(pixels(type))(region)), dst_(region.size(), type)
    {
        call(kernelOf(kernel, 51)); // builds the program
        EXPECT_EQ(forced_.substr(0, forced_.find(':')), clconv::lastImplementation());
        dst_.setTo(Scalar::all(7));
        ocl::finish();
    }

    void run() { call(kernel_); }

    //! The text of explain().
    std::string plan() const
    {
        const clconv::ForceScope force(forced_);
        return clconv::explain(src_, -1, kernel_, Point(-1, -1), border);
    }

    void expectRight(const char* implementation)
    {
        EXPECT_EQ(implementation, clconv::lastImplementation());
        EXPECT_EQ("", compared(dst_.getMat(ACCESS_READ), image_, kernel_));
    }

private:
    void call(const Mat& kernel)
    {
        const clconv::ForceScope force(forced_);
        clconv::filter2D(src_, dst_, -1, kernel, Point(-1, -1), 0, border);
    }

    static const int border = BORDER_DEFAULT | BORDER_ISOLATED;
    const std::string forced_;
    const Mat kernel_, image_;
    const UMat src_;
    UMat dst_;
};

TEST(Clconv_Exclusion, isNotMadeForWantOfMemoryForAnImage)
{
    ForcedCall call("image:IMAGE_1D=0", CV_8UC4, Size(5, 3), Rect(4, 3, 21, 19));
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::CreateImage, 0, -1, outOfResources);
        call.run();
        EXPECT_LT(0, failing.failed());
    }
    expectOnce(log, "no memory for an image of the source");
    call.run();
    call.expectRight("image");
}

//! From here on the device reserves memory at first use, and has none for what a call needs besides the images.
TEST(Clconv_Exclusion, isNotMadeForWantOfMemoryForCoefficients)
{
    ForcedCall call("reference", CV_32FC1, Size(31, 29));
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const LimitedMemory limited({clconv_faults::allocatedBytes(), size_t(-1), true, outOfResources});
        call.run();
        EXPECT_LT(0, limited.failed());
    }
    expectOnce(log, "no memory for a call: clEnqueueNDRangeKernel gives -5");
    call.expectRight("opencv-cpu");
    call.run();
    call.expectRight("reference");
}

TEST(Clconv_Exclusion, isNotMadeForWantOfMemoryForScratch)
{
    const clconv::ForceScope force("fft_large");
    const Mat kernel = kernelOf(Size(31, 29), 52);
    RNG rng(53);
    const Mat image = randomImage(Size(700, 80), CV_32FC1, rng);
    const UMat src = onDevice(image);
    UMat part, dst(src.size(), CV_32FC1);
    clconv::filter2D(src(Rect(0, 0, 40, 40)), part, -1, kernel); // needs coefficients, and scratch memory of one tile
    ASSERT_EQ("fft_large", clconv::lastImplementation());
    dst.setTo(Scalar::all(7));
    ocl::finish();
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const LimitedMemory limited({clconv_faults::allocatedBytes(), size_t(-1), true, outOfResources});
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_LT(0, limited.failed());
    }
    expectOnce(log, "bytes of scratch memory");
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), image, kernel));
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_EQ("fft_large", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), image, kernel));
}

//! A smaller work-group needs fewer registers, so it is tried before the next implementation.
TEST(Clconv_Exclusion, isThatOfAWorkGroupFirst)
{
    ForcedCall call("direct", CV_32FC1, Size(5, 3));
    const auto failWith = [&](const char* warning)
    {
        Log log(utils::logging::LOG_LEVEL_WARNING);
        const Failing failing(Function::EnqueueKernel, 0, 1, CL_INVALID_WORK_GROUP_SIZE);
        call.run();
        EXPECT_EQ(1, failing.failed());
        expectOnce(log, warning);
    };
    EXPECT_NE(std::string::npos, call.plan().find("group 32x4"));
    failWith("'direct' with work-groups of 128 is excluded: it cannot be launched");
    call.expectRight("direct");
    EXPECT_NE(std::string::npos, call.plan().find("group 32x2"));
    failWith("'direct' is excluded: it cannot be launched");
    EXPECT_NE("direct", clconv::lastImplementation());
    call.expectRight(clconv::lastImplementation().c_str());
}

TEST(Clconv_Exclusion, isMadeAtOnceWhereTheWorkGroupIsForced)
{
    ForcedCall call("direct:WG_X=16,WG_Y=2", CV_32FC1, Size(5, 3));
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::EnqueueKernel, 0, 1, CL_INVALID_WORK_GROUP_SIZE);
        call.run();
    }
    expectOnce(log, "'direct' is excluded: it cannot be launched");
    EXPECT_NE("direct", clconv::lastImplementation());
    call.expectRight(clconv::lastImplementation().c_str());
}

//! An error caused neither by a lack of memory nor by the plan: the warning names the function and its code.
TEST(Clconv_Exclusion, isNotMadeForAnErrorOfTheQueue)
{
    ForcedCall call("reference", CV_32FC1, Size(5, 3));
    const int invalidQueue = -36;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::EnqueueKernel, 0, 1, invalidQueue);
        call.run();
        EXPECT_EQ(1, failing.failed());
    }
    expectOnce(log, "clEnqueueNDRangeKernel gives -36");
    call.expectRight("opencv-cpu");
    call.run();
    call.expectRight("reference");
}

}} // namespace opencv_test
