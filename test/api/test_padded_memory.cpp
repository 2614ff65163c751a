// SPDX-License-Identifier: Apache-2.0
//
// Padding after the rows of a caller's memory: a call leaves it unchanged; its effect on plans; the warning if OpenCV
// does not distinguish it from pixels. test_padding.cpp tests the results.

#include "runtime/captured_log.hpp"
#include "problem/problem.hpp"
#include "cases/small.hpp"

#ifndef _WIN32
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace opencv_test { namespace {

//! When the UMat is released, the results are in the caller's memory and the padding is unchanged, even if the device
//! has a copy.
TEST(Clconv_PaddedMemory, isUntouchedInTheCallersMemory)
{
    const Mat src = pixels(CV_8UC1);
    for (int shift = 0; shift < 4; shift++)
    {
        std::vector<uchar> bytes(4 + 64 * 29, 77);
        const Mat frame(29, 37, CV_8UC1, bytes.data() + shift, 64), all(29, 64, CV_8UC1, bytes.data() + shift);
        {
            UMat dst = frame.getUMat(ACCESS_RW);
            clconv::filter2D(src, dst, -1, smallKernel());
        }
        EXPECT_EQ("", compared(frame.clone(), src, smallKernel()));
        EXPECT_EQ(0, cv::norm(all.colRange(37, 64), Mat(29, 27, CV_8UC1, Scalar(77)), NORM_INF));
    }
}

#ifndef _WIN32
//! The caller's memory ends with the last pixel, as in the last row of a region of a bitmap.
TEST(Clconv_PaddedMemory, behindTheLastRowNeedNotBe)
{
    const size_t page = size_t(sysconf(_SC_PAGESIZE)), step = 101, size = 28 * step + 37;
    const size_t pages = (size + page - 1) / page * page;
    void* const memory = mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(MAP_FAILED, memory);
    ASSERT_EQ(0, mprotect(static_cast<uchar*>(memory) + pages, page, PROT_NONE));
    {
        const Mat frame(29, 37, CV_8UC1, static_cast<uchar*>(memory) + pages - size, step);
        pixels(CV_8UC1).copyTo(frame);
        UMat dst;
        clconv::filter2D(frame, dst, -1, smallKernel());
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ("", compared(dst.getMat(ACCESS_READ).clone(), frame, smallKernel()));
    }
    munmap(memory, pages + page);
}
#endif

TEST(Clconv_PaddedMemory, isNoPartOfTheLayout)
{
    std::vector<uchar> bytes(64 * 20);
    const Mat frame(20, 50, CV_8UC1, bytes.data(), 64);
    EXPECT_EQ(Size(50, 20), clconv::layoutOf(frame).parent);
    EXPECT_EQ(Size(50, 20), clconv::layoutOf(frame.getUMat(ACCESS_READ)).parent);
    EXPECT_EQ(Size(50, 20), clconv::layoutOf(frame(Rect(7, 3, 10, 10))).parent);
    UMat ordinary(20, 50, CV_8UC1);
    EXPECT_EQ(Size(50, 20), clconv::layoutOf(ordinary(Rect(0, 0, 10, 10))).parent);
    ordinary.adjustROI(0, -3, 0, -5); // not marked as a region
    EXPECT_EQ(Size(50, 20), clconv::layoutOf(ordinary).parent);
}

//! With their padding, these rows would be too long for an OpenCL image.
TEST(Clconv_PaddedMemory, isNoMatterToExplain)
{
    const size_t step = 1 << 20;
    std::vector<uchar> bytes(step * 3);
    const Mat frame(3, 50, CV_8UC4, bytes.data(), step), kernel = smallKernel();
    const UMat image = frame.getUMat(ACCESS_READ);
    clconv::ForceScope force("image:IMAGE_1D=0");
    const String text = clconv::explain(image, -1, kernel, Point(-1, -1), BORDER_REPLICATE | BORDER_ISOLATED);
    EXPECT_NE(String::npos, text.find("image: taken")) << text;
    EXPECT_EQ(text, clconv::explain(image, -1, kernel, Point(-1, -1), BORDER_REPLICATE));
    EXPECT_NE(String::npos, clconv::explain(frame, -1, kernel, Point(-1, -1), BORDER_REPLICATE).find("image: taken"));
}

const char* const warning = "padding at the end of rows, if any, is read as pixels";

//! The number of warnings about padding that each function gives for src.
int warnings(InputArray src, int border = BORDER_DEFAULT, Size kernel = Size(3, 3))
{
    Log log(utils::logging::LOG_LEVEL_WARNING);
    const Mat row = Mat::ones(1, kernel.width, CV_32F), column = Mat::ones(kernel.height, 1, CV_32F);
    const Mat taps = Mat::ones(kernel, CV_32F);
    UMat dst;
    std::vector<UMat> outputs;
    for (int i = 0; i < 2; i++)
    {
        clconv::filter2D(src, dst, -1, taps, Point(-1, -1), 0, border);
        clconv::sepFilter2D(src, dst, -1, row, column, Point(-1, -1), 0, border);
        clconv::filterBank(src, outputs, -1, std::vector<Mat>{taps, taps}, Point(-1, -1), 0, border);
    }
    return log.count("WARN", warning);
}

//! The readable area is known in all these calls. They precede the one that warns, because a process warns only once.
TEST(Clconv_PaddedMemory, isWarnedOfOnceAndOnlyWhereItCannotBeKnown)
{
    static bool logged = false;
    std::vector<uchar> bytes(64 * 20, 3);
    const Mat frame(20, 50, CV_8UC1, bytes.data(), 64), tight(20, 64, CV_8UC1, bytes.data()), own(20, 64, CV_8UC1, 3.);
    const Rect region(5, 3, 20, 10);
    UMat ordinary(20, 50, CV_8UC1, Scalar(3));
    EXPECT_EQ(0, warnings(ordinary));
    EXPECT_EQ(0, warnings(ordinary(region)));
    ordinary.adjustROI(-1, -2, -3, -4);
    EXPECT_EQ(0, warnings(ordinary));
    EXPECT_EQ(0, warnings(frame));
    EXPECT_EQ(0, warnings(frame(region)));
    EXPECT_EQ(0, warnings(tight(region)));
    EXPECT_EQ(0, warnings(frame.getUMat(ACCESS_READ)));
    EXPECT_EQ(0, warnings(tight.getUMat(ACCESS_READ)));
    EXPECT_EQ(0, warnings(own.getUMat(ACCESS_READ)(region)));
    EXPECT_EQ(0, warnings(own(region).getUMat(ACCESS_READ)));
    const UMat part = frame.getUMat(ACCESS_READ)(region);
    EXPECT_EQ(0, warnings(part, BORDER_DEFAULT | BORDER_ISOLATED));
    EXPECT_EQ(0, warnings(part, BORDER_DEFAULT, Size(1, 3)));
    EXPECT_EQ(logged ? 0 : 1, warnings(part));
    logged = true;
    EXPECT_EQ(0, warnings(frame(region).getUMat(ACCESS_READ)));
}

}} // namespace opencv_test
