// SPDX-License-Identifier: Apache-2.0
//
// The main function of a program whose OpenCV and clconv use an OpenCL in which single functions fail; and calls on a
// device without free memory.

#include "support/device.hpp"
#include "faults.hpp"
#include "memory/full_device.hpp"
#include "walk/walk.hpp"

namespace opencv_test { namespace {

TEST(Clconv_NoDeviceMemory, forTheResultOfACallInPlace)
{
    warmUp();
    for (int part = 0; part < 2; part++)
    {
        const Rect region = part ? Rect(4, 3, 21, 19) : Rect(0, 0, 37, 29);
        UMat parent = onDevice(pixels(CV_8UC1)), image = parent(region);
        Log log(utils::logging::LOG_LEVEL_WARNING);
        {
            const Failing failing(Function::CreateBuffer);
            clconv::filter2D(image, image, -1, smallKernel());
            EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
            EXPECT_LT(0, failing.failed());
        }
        if (!part)
            expectOnce(log, "the device has no memory for the result of a call in place");
        EXPECT_EQ("", compared(image.getMat(ACCESS_READ), pixels(CV_8UC1)(region), smallKernel()));
    }
}

TEST(Clconv_NoDeviceMemory, forTheOutput)
{
    warmUp();
    const UMat src = onDevice(pixels(CV_8UC1));
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::CreateBuffer);
        clconv::filter2D(src, dst, -1, smallKernel());
        EXPECT_LT(0, failing.failed());
    }
    expectOnce(log, "the device has no memory for the output");
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

TEST(Clconv_NoDeviceMemory, forASourceThatIsAMat)
{
    warmUp();
    UMat dst(pixels(CV_8UC1).size(), CV_8UC1);
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::CreateBuffer);
        clconv::filter2D(pixels(CV_8UC1), dst, -1, smallKernel());
        EXPECT_LT(0, failing.failed());
    }
    expectOnce(log, "the device has no memory for the source");
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

//! An OpenCL image shares a buffer from its start on; of an isolated region it is a copy.
TEST(Clconv_NoDeviceMemory, forTheCopyThatAnImageIsMadeOf)
{
    const char* const forced = "image:IMAGE_1D=0";
    warmUp(forced, CV_8UC4);
    const Rect region(4, 3, 21, 19);
    const UMat src = onDevice(pixels(CV_8UC4))(region);
    UMat dst(src.size(), CV_8UC4);
    clconv::ForceScope force(forced);
    const int border = BORDER_DEFAULT | BORDER_ISOLATED;
    clconv::filter2D(src, dst, -1, smallKernel(), Point(-1, -1), 0, border);
    ASSERT_EQ("image", clconv::lastImplementation());
    dst.setTo(Scalar::all(7));
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::CreateBuffer);
        clconv::filter2D(src, dst, -1, smallKernel(), Point(-1, -1), 0, border);
        EXPECT_LT(0, failing.failed());
    }
    expectOnce(log, "no memory for a copy of the source");
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC4)(region).clone(), smallKernel()));
    clconv::filter2D(src, dst, -1, smallKernel(), Point(-1, -1), 0, border);
    EXPECT_EQ("image", clconv::lastImplementation()) << "it was short of memory at one call only";
}

//! Outputs that overlap the source; there is memory for none, one or two of the temporary results.
TEST(Clconv_NoDeviceMemory, forTheResultsOfABankInPlace)
{
    warmUp();
    for (int position = 0; position < 3; position++)
        for (int first = 0; first < 2; first++)
        {
            std::vector<UMat> outputs;
            UMat parent(40, 120, CV_8UC1, Scalar(9));
            for (int i = 0; i < 3; i++)
                outputs.push_back(parent(Rect(i * 38, 4, 37, 29)));
            pixels(CV_8UC1).copyTo(outputs[position]);
            Log log(utils::logging::LOG_LEVEL_WARNING);
            {
                const Failing failing(Function::CreateBuffer, first);
                clconv::filterBank(outputs[position], outputs, -1, bank(), Point(-1, -1), 0,
                                   BORDER_DEFAULT | BORDER_ISOLATED);
                EXPECT_LT(0, failing.failed());
            }
            if (position == 0 && first == 0)
                expectOnce(log, "the device has no memory for a temporary result: ");
            expectRight(outputs, pixels(CV_8UC1));
        }
}

TEST(Clconv_NoDeviceMemory, forTheSourceOfABank)
{
    warmUp();
    std::vector<UMat> outputs;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    const Failing failing(Function::CreateBuffer);
    clconv::filterBank(pixels(CV_8UC1), outputs, -1, bank());
    EXPECT_LT(0, failing.failed());
    expectOnce(log, "the device has no memory for the source");
    expectRight(outputs, pixels(CV_8UC1));
}

TEST(Clconv_NoDeviceMemory, forWhatPrepareFilters)
{
    Log log(utils::logging::LOG_LEVEL_WARNING);
    const Failing failing(Function::CreateBuffer);
    EXPECT_FALSE(clconv::prepare(smallKernel(), CV_8UC1, -1, Point(-1, -1), BORDER_DEFAULT, Size(64, 48)));
    EXPECT_LT(0, failing.failed());
    expectOnce(log, "the device has no memory for an image to prepare with");
}

TEST(Clconv_NoDeviceMemory, forCoefficients)
{
    const UMat src = onDevice(pixels(CV_8UC1));
    UMat dst(src.size(), CV_8UC1);
    RNG rng(77);
    const Mat kernel = randomKernel(Size(31, 31), CV_8U, CV_8U, Coefficients::Random, rng);
    clconv::ForceScope force("reference");
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing failing(Function::CreateBuffer);
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_LT(0, failing.failed());
    }
    expectOnce(log, "bytes of coefficients");
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    Mat expected;
    cv::filter2D(pixels(CV_8UC1), expected, -1, kernel);
    EXPECT_LE(cv::norm(dst, expected, NORM_INF), 1);
}

}} // namespace opencv_test

//! Suppressions for the leak sanitizer: what a fault keeps OpenCV or the driver from releasing is not a leak of clconv.
extern "C" const char* __lsan_default_suppressions()
{
    return "leak:libopencv_core\nleak:libpocl\n";
}

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    setenv("OPENCV_OPENCL_RUNTIME", clconv_faults::libraryPath(), 1);
    const std::set<std::string> flags(argv + 1, argv + argc);
    clconv_faults::Part part = {0, 1};
    const std::string option = "--part=";
    for (const std::string& flag : flags)
        if (flag.compare(0, option.size(), option) == 0 && !clconv_faults::readPart(flag.substr(option.size()), part))
            return std::printf("%s is no part: --part=0/8 to --part=7/8 are eight\n", flag.c_str()), 1;
    if (flags.count("--walk"))
        return clconv_faults::walk(flags.count("--all") != 0, part);
    if (flags.count("--memory"))
        return clconv_faults::walkMemory(part);
    if (clconv_faults::isMemoryCommand(argc, argv))
        return clconv_faults::runMemoryCommand(argc, argv);
    return clconv_test::chooseDevice() ? RUN_ALL_TESTS() : 1;
}
