// SPDX-License-Identifier: Apache-2.0
//
// Calls on Mats that run on the device, through both ways to it: every layout in memory, against the oracle.

#include "on_mats.hpp"
#include "cases/small.hpp"
#include "host/host_memory.hpp"
#include "support/device.hpp"

#include <thread>

namespace opencv_test { namespace {

FilterCase onMats(int srcType, int ddepth, Size taps, int border)
{
    RNG rng(unsigned(taps.width * 31 + border));
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = ddepth;
    filterCase.border = border;
    filterCase.kernel = randomKernel(taps, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng);
    filterCase.srcIsMat = filterCase.dstIsMat = true;
    return filterCase;
}

//! Expects a right result, computed by the device.
void expectOnDevice(const FilterCase& filterCase)
{
    for (MatTransfer transfer : matTransfers())
    {
        const OnDevice onDevice(transfer);
        const Result result = perform(filterCase);
        EXPECT_EQ("", result.error) << describe(filterCase) << ", way " << int(transfer);
        EXPECT_NE("opencv-cpu", result.implementation) << describe(filterCase) << ", way " << int(transfer);
    }
}

class Clconv_Mats : public testing::TestWithParam<int>
{
};

TEST_P(Clconv_Mats, areRightInEveryLayout)
{
    const int border = GetParam();
    for (int isolated : {0, int(BORDER_ISOLATED)})
        for (const FilterCase& filterCase : layouts(onMats(CV_8UC3, -1, Size(5, 4), border | isolated)))
            expectOnDevice(filterCase);
}

TEST_P(Clconv_Mats, areRightInBands)
{
    for (Size taps : {Size(3, 3), Size(7, 15), Size(1, 40)})
    {
        FilterCase filterCase = onMats(CV_32FC1, -1, taps, GetParam());
        filterCase.size = Size(61, 47);
        expectOnDevice(filterCase);
        filterCase.srcParent = Size(80, 60);
        filterCase.srcOrigin = Point(9, 5);
        expectOnDevice(filterCase);
    }
}

CLCONV_INSTANTIATE(Borders, Clconv_Mats, testing::ValuesIn(borderTypes()));

TEST(Clconv_MatsMemory, isUsedInPlaceAndOverlapping)
{
    for (Placement placement : {Placement::InPlace, Placement::Overlap})
        for (Size size : {Size(37, 23), Size(200, 90)})
        {
            FilterCase filterCase = onMats(CV_8UC1, -1, Size(5, 5), BORDER_REFLECT_101);
            filterCase.size = size;
            filterCase.srcParent = size + Size(11, 9);
            filterCase.srcOrigin = Point(3, 4);
            filterCase.dstOrigin = Point(5, 2);
            filterCase.placement = placement;
            expectOnDevice(filterCase);
        }
}

TEST(Clconv_MatsMemory, mayHavePaddedRows)
{
    for (int padding : {1, 7, 64})
        for (bool region : {false, true})
        {
            FilterCase filterCase = onMats(CV_8UC3, CV_16S, Size(3, 5), BORDER_REPLICATE);
            filterCase.padding = padding;
            if (region)
            {
                filterCase.srcParent = Size(60, 40);
                filterCase.srcOrigin = Point(7, 0);
            }
            filterCase.dstParent = Size(55, 41);
            filterCase.dstOrigin = Point(3, 2);
            expectOnDevice(filterCase);
        }
}

//! Pairs of depths that cv::filter2D has on a Mat; the other tests have 8U to 8U.
TEST(Clconv_MatsMemory, holdsAnyDepth)
{
    const int pairs[][2] = {{CV_8U, CV_16S},  {CV_8U, CV_32F},  {CV_8U, CV_64F},  {CV_16U, CV_16U}, {CV_16U, CV_32F},
                            {CV_16S, CV_16S}, {CV_16S, CV_32F}, {CV_32F, CV_32F}, {CV_64F, CV_64F}};
    for (const int(&pair)[2] : pairs)
        for (int channels : {1, 4})
            if (pair[1] != CV_64F || hasDoubles())
                expectOnDevice(onMats(CV_MAKETYPE(pair[0], channels), pair[1], Size(5, 3), BORDER_DEFAULT));
}

//! The errors are those of cv::filter2D, and nothing is written.
TEST(Clconv_MatsMemory, isUntouchedWhereAPairOfDepthsIsRejected)
{
    const OnDevice onDevice(matTransfers().back());
    const Mat src(20, 20, CV_32FC1, Scalar(1));
    Mat dst(3, 3, CV_8UC1, Scalar(7));
    EXPECT_THROW(clconv::filter2D(src, dst, CV_8U, smallKernel()), cv::Exception);
    EXPECT_EQ(Size(3, 3), dst.size());
}

//! The destination is the source's Mat with another depth: it gets new memory while the source is read.
TEST(Clconv_MatsMemory, changesItsTypeInPlace)
{
    for (MatTransfer transfer : matTransfers())
    {
        const OnDevice onDevice(transfer);
        Mat image = pixels(CV_8UC1).clone();
        clconv::filter2D(image, image, CV_32F, smallKernel());
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        const Exact exact = exactSums({pixels(CV_8UC1), smallKernel(), Point(-1, -1), 0, BORDER_DEFAULT, CV_32F});
        EXPECT_EQ("", findDifference(image, exact, Tolerance::PlainSum));
    }
}

//! Regions of one image, side by side, are written at the same time: none changes what is between the rows of another.
TEST(Clconv_MatsMemory, isWrittenByManyThreads)
{
    RNG rng(3);
    const int columns = 8, width = 37;
    const Mat src = randomImage(Size(columns * width, 90), CV_8UC1, rng), kernel = smallKernel();
    for (MatTransfer transfer : matTransfers())
    {
        Mat dst(src.size(), src.type(), Scalar(0)), expected;
        cv::filter2D(src, expected, -1, kernel);
        std::vector<std::thread> threads;
        for (int i = 0; i < columns; i++)
            threads.push_back(std::thread(
                [&, i]
                {
                    const OnDevice onDevice(transfer);
                    for (int n = 0; n < 20; n++)
                    {
                        Mat part = dst.colRange(i * width, (i + 1) * width);
                        part.setTo(Scalar::all(0));
                        clconv::filter2D(src.colRange(i * width, (i + 1) * width), part, -1, kernel);
                    }
                }));
        for (std::thread& thread : threads)
            thread.join();
        EXPECT_GE(1, cv::norm(dst, expected, NORM_INF)) << "way " << int(transfer);
    }
}

//! Buffers are kept for the next call, and images of similar sizes share them.
TEST(Clconv_MatsMemory, isPinnedOnce)
{
    const OnDevice onDevice(MatTransfer::Staged);
    const Mat kernel = smallKernel();
    const auto kept = [] { return clconv::HostMemory::current()->keptBytes(); };
    Mat dst;
    clconv::filter2D(Mat(300, 400, CV_8UC1, Scalar(3)), dst, -1, kernel);
    const size_t first = kept();
    EXPECT_LT(0u, first);
    for (int i = 0; i < 10; i++)
        clconv::filter2D(Mat(300 + i, 400 - i, CV_8UC1, Scalar(3)), dst, -1, kernel);
    EXPECT_EQ(first, kept());
}

//! Calls with and without bands use buffers of different sizes at the same time.
TEST(Clconv_MatsMemory, isKeptWhereItWasUsedLast)
{
    clconv::HostMemory& buffers = *clconv::HostMemory::current();
    const size_t mib = 1 << 20;
    buffers.releaseKept();
    EXPECT_EQ(0u, buffers.keptBytes());
    for (const std::vector<size_t>& sizes : {std::vector<size_t>{120 * mib}, {100 * mib, 100 * mib}, {200 * mib}})
    {
        std::vector<clconv::SlotBuffer::Shape> shapes;
        for (size_t size : sizes)
            shapes.push_back({size, clconv::SlotBuffer::Access::Pinned});
        buffers.giveBack(std::unique_ptr<clconv::SlotMemory>(new clconv::SlotMemory(shapes)));
    }
    EXPECT_EQ(400 * mib, buffers.keptBytes()) << "520 MiB are too many: the first ones are released";
    buffers.releaseKept();
}

//! Named filters take the same way to the device; compared with OpenCV's own results.
TEST(Clconv_MatsMemory, isReadByNamedFilters)
{
    RNG rng(11);
    const Mat image = randomImage(Size(100, 80), CV_8UC1, rng);
    for (MatTransfer transfer : matTransfers())
    {
        const OnDevice onDevice(transfer);
        Mat result, expected;
        const auto expectClose = [&](const char* name)
        {
            EXPECT_NE("opencv-cpu", clconv::lastImplementation()) << name;
            EXPECT_GE(1, cv::norm(result, expected, NORM_INF)) << name;
        };
        clconv::GaussianBlur(image, result, Size(7, 5), 1.4);
        cv::GaussianBlur(image, expected, Size(7, 5), 1.4);
        expectClose("GaussianBlur");
        clconv::Sobel(image, result, CV_16S, 1, 0);
        cv::Sobel(image, expected, CV_16S, 1, 0);
        expectClose("Sobel");
        clconv::Laplacian(image, result, CV_16S, 5);
        cv::Laplacian(image, expected, CV_16S, 5);
        expectClose("Laplacian");
        clconv::blur(image, result, Size(4, 9));
        cv::blur(image, expected, Size(4, 9));
        expectClose("blur");
    }
}

}} // namespace opencv_test
