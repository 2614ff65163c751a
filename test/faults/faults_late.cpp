// SPDX-License-Identifier: Apache-2.0
//
// Faults after the launch: copies, releases.

#include "faults.hpp"

#include <chrono>
#include <thread>

namespace opencv_test { namespace {

//! Three outputs over one source: two regions of its parent, and the source itself. Only the copies of their results
//! fail, from number `first` on, and if `unread` also reading back the first of them.
void expectRightWithoutCopies(int first, bool unread)
{
    UMat parent = onDevice(Mat(35, 119, CV_8UC1, Scalar(9)));
    std::vector<UMat> outputs;
    for (int i = 0; i < 3; i++)
        outputs.push_back(parent(Rect(1 + i * 39, 3, 37, 29)));
    const UMat src = outputs[2];
    pixels(CV_8UC1).copyTo(src);
    const int border = BORDER_DEFAULT | BORDER_ISOLATED;
    {
        const Failing copying(Function::CopyBuffer, first), reading(Function::ReadBuffer, 0, unread ? 1 : 0);
        EXPECT_NO_THROW(clconv::filterBank(src, outputs, -1, bank(), Point(-1, -1), 0, border));
        EXPECT_EQ(1, copying.failed());
        EXPECT_EQ(unread ? 1 : 0, reading.failed());
    }
    expectRight(outputs, pixels(CV_8UC1));
    Mat around = parent.getMat(ACCESS_READ).clone();
    for (int i = 0; i < 3; i++)
        around(Rect(1 + i * 39, 3, 37, 29)).setTo(Scalar(9));
    EXPECT_EQ(0, cv::norm(around, Mat(35, 119, CV_8UC1, Scalar(9)), NORM_INF));
}

TEST(Clconv_NoCopy, ofABanksResultsComesToTheHost)
{
    warmUp();
    Log log(utils::logging::LOG_LEVEL_WARNING);
    for (int first = 0; first < 3; first++)
        expectRightWithoutCopies(first, false);
    expectOnce(log, "the device cannot copy results, they are copied through the host");
}

TEST(Clconv_NoCopy, norAResultThatIsReadBackIsComputedAgain)
{
    warmUp();
    Log log(utils::logging::LOG_LEVEL_WARNING);
    expectRightWithoutCopies(0, true);
    expectOnce(log, "the device cannot copy results, they are copied through the host");
}

//! A thread of the driver releases the image when the device has finished: an exception there would end the program.
TEST(Clconv_NoRelease, ofAnImageEndsNothing)
{
    clconv::ForceScope force("image:IMAGE_1D=1");
    const UMat src = onDevice(pixels(CV_8UC4));
    UMat dst;
    clconv::filter2D(src, dst, -1, smallKernel());
    ASSERT_EQ("image", clconv::lastImplementation());
    ocl::finish();
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing releasing(Function::ReleaseImage);
        clconv::filter2D(src, dst, -1, smallKernel());
        ocl::finish();
        // the launch's own reference, and the one held until it has finished, which its destructor tries once more
        for (int i = 0; i < 1000 && releasing.failed() < 3; i++)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_EQ(3, releasing.failed());
    }
    expectOnce(log, "an image that a launch used cannot be released");
    EXPECT_EQ("image", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC4), smallKernel()));
}

void filterOnTheCpu(const UMat& src, UMat& dst)
{
    ocl::setUseOpenCL(false);
    try
    {
        clconv::filter2D(src, dst, -1, smallKernel());
    }
    catch (...)
    {
        ocl::setUseOpenCL(true);
        throw;
    }
    ocl::setUseOpenCL(true);
}

//! OpenCV copies instead. The images are used and released afterwards.
TEST(Clconv_NoMapping, ofAnImageLeavesTheResultRight)
{
    for (int first = 0; first < 2; first++)
    {
        const UMat src = onDevice(pixels(CV_8UC1));
        UMat dst(src.size(), src.type()), again;
        {
            const Failing mapping(Function::Map, first);
            EXPECT_NO_THROW(filterOnTheCpu(src, dst));
            EXPECT_LT(0, mapping.failed());
        }
        EXPECT_EQ("", compared(dst.getMat(ACCESS_READ).clone(), pixels(CV_8UC1), smallKernel()));
        clconv::filter2D(src, again, -1, smallKernel());
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ("", compared(again.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
    }
}

//! Reading back fails too, so there is nothing to compute with.
TEST(Clconv_NoMapping, orReadingOfTheSourceThrowsAndKeepsIt)
{
    const UMat src = onDevice(pixels(CV_8UC1));
    UMat dst(src.size(), src.type());
    {
        const Failing mapping(Function::Map), reading(Function::ReadBuffer);
        EXPECT_THROW(filterOnTheCpu(src, dst), cv::Exception);
    }
    EXPECT_EQ(0, cv::norm(src, pixels(CV_8UC1), NORM_INF));
}

//! OpenCV maps the buffer of a Mat when its UMat is released.
TEST(Clconv_NoMapping, ofAMatsBufferIsLogged)
{
    warmUp();
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing mapping(Function::Map);
        EXPECT_NO_THROW(clconv::filter2D(pixels(CV_8UC1), dst, -1, smallKernel()));
        EXPECT_LT(0, mapping.failed());
    }
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    expectOnce(log, "the device's copy of a source cannot be released");
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

//! The launch is accepted and later ends with an error.
TEST(Clconv_LateFailure, isNoticedWhereTheCallWaits)
{
    warmUp();
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing launching(Function::EnqueueKernel, 0, -1, 0, clconv_faults::Failure::Later);
        clconv::filter2D(pixels(CV_8UC1), dst, -1, smallKernel());
        EXPECT_EQ(1, launching.failed());
    }
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    expectOnce(log, "the device failed, the call runs on the CPU: a command failed");
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

TEST(Clconv_NoUnmapping, ofTheSourceIsLogged)
{
    const UMat src = onDevice(pixels(CV_8UC1));
    UMat dst(src.size(), src.type());
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing unmapping(Function::Unmap, 0, 1);
        EXPECT_NO_THROW(filterOnTheCpu(src, dst));
        EXPECT_EQ(1, unmapping.failed());
    }
    expectOnce(log, "an image that the CPU used cannot be unmapped");
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

TEST(Clconv_NoUnmapping, ofTheOutputThrowsAndEndsNothing)
{
    const UMat src = onDevice(pixels(CV_8UC1));
    UMat dst(src.size(), src.type());
    const Failing unmapping(Function::Unmap, 1);
    EXPECT_THROW(filterOnTheCpu(src, dst), cv::Exception);
    EXPECT_EQ(1, unmapping.failed());
}

//! In place to another depth, while the caller maps the buffer that the call would replace and that OpenCV therefore
//! does not release. The error comes before anything is read or written.
TEST(Clconv_NoUnmapping, isNotReachedForABufferThatTheCallerMaps)
{
    UMat image = onDevice(pixels(CV_8UC1));
    const Mat mapped = image.getMat(ACCESS_READ);
    const Failing unmapping(Function::Unmap, 0, 1);
    EXPECT_THROW(clconv::filter2D(image, image, CV_32F, smallKernel()), cv::Exception);
    EXPECT_EQ(0, unmapping.failed());
    EXPECT_EQ(CV_8UC1, image.type());
    EXPECT_EQ(0, cv::norm(mapped, pixels(CV_8UC1), NORM_INF));
}

TEST(Clconv_NoUnmapping, ofTheSourceOfABankOnMatsIsLogged)
{
    const UMat src = onDevice(pixels(CV_8UC1));
    std::vector<Mat> outputs;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        const Failing unmapping(Function::Unmap);
        EXPECT_NO_THROW(clconv::filterBank(src, outputs, -1, bank()));
        EXPECT_EQ(1, unmapping.failed());
    }
    expectOnce(log, "an image that the CPU used cannot be unmapped");
    for (size_t i = 0; i < 3; i++)
        EXPECT_EQ("", compared(outputs[i], pixels(CV_8UC1), bank()[i])) << i;
}

}} // namespace opencv_test
