// SPDX-License-Identifier: Apache-2.0
//
// filterBank: invalid arguments, and outputs that overlap each other, the source or the kernels.

#include "banks.hpp"
#include "support/thrown.hpp"

namespace opencv_test { namespace {

Mat pixels(int type = CV_8UC1)
{
    RNG rng(33);
    return randomImage(Size(53, 47), type, rng);
}

std::vector<Mat> kernels(int count = 3)
{
    return randomKernels(CV_8UC1, std::vector<Size>(size_t(count), Size(3, 5)), 14);
}

//! The error code of filterBank on UMats and on Mats, which must leave its outputs unchanged.
int codeOfBank(const Mat& image, int ddepth, const std::vector<Mat>& bank, Point anchor = Point(-1, -1),
               int border = BORDER_DEFAULT)
{
    UMat src;
    image.copyTo(src);
    std::vector<UMat> outputs(2, UMat());
    std::vector<Mat> mats(2);
    for (size_t i = 0; i < 2; i++)
    {
        outputs[i] = UMat(Size(5, 3), CV_8UC1, Scalar(77));
        mats[i] = Mat(Size(5, 3), CV_8UC1, Scalar(77));
    }
    const int code = codeOf([&]() { clconv::filterBank(src, outputs, ddepth, bank, anchor, 0, border); });
    EXPECT_EQ(code, codeOf([&]() { clconv::filterBank(image, mats, ddepth, bank, anchor, 0, border); }));
    EXPECT_EQ(2u, outputs.size());
    EXPECT_EQ(2u, mats.size());
    for (size_t i = 0; i < 2; i++)
    {
        EXPECT_EQ(0, cv::norm(outputs[i], Mat(3, 5, CV_8UC1, Scalar(77)), NORM_INF));
        EXPECT_EQ(0, cv::norm(mats[i], Mat(3, 5, CV_8UC1, Scalar(77)), NORM_INF));
    }
    return code;
}

TEST(Clconv_BankContract, throwsWhatFilter2DThrows)
{
    std::vector<Mat> none, empty = kernels(), colour = kernels(), small = kernels();
    empty[1] = Mat();
    colour[2] = Mat::ones(3, 5, CV_32FC3);
    small[1] = Mat::ones(2, 2, CV_32F);
    EXPECT_EQ(Error::StsAssert, codeOfBank(Mat(), -1, kernels()));
    EXPECT_EQ(Error::StsAssert, codeOfBank(pixels(), -1, none));
    EXPECT_EQ(Error::StsAssert, codeOfBank(pixels(), -1, empty));
    EXPECT_EQ(Error::StsAssert, codeOfBank(pixels(), -1, colour));
    EXPECT_EQ(Error::StsAssert, codeOfBank(pixels(), -1, kernels(), Point(3, 1)));
    EXPECT_EQ(Error::StsAssert, codeOfBank(pixels(), -1, small, Point(2, 4))); // inside the other kernels
    EXPECT_EQ(Error::StsBadArg, codeOfBank(pixels(), -1, kernels(), Point(-1, -1), BORDER_TRANSPARENT));
    EXPECT_EQ(Error::StsBadArg, codeOfBank(pixels(), -1, kernels(), Point(-1, -1), 77));
}

TEST(Clconv_BankContract, refusesOnMatsWhatStockRefuses)
{
    std::vector<Mat> outputs(1, Mat(3, 5, CV_8UC1, Scalar(77)));
    Mat stock;
    const int expected = codeOf([&]() { cv::filter2D(pixels(CV_16UC1), stock, CV_8U, kernels()[0]); });
    ASSERT_NE(0, expected);
    EXPECT_EQ(expected, codeOf([&]() { clconv::filterBank(pixels(CV_16UC1), outputs, CV_8U, kernels()); }));
    EXPECT_EQ(0, cv::norm(outputs[0], Mat(3, 5, CV_8UC1, Scalar(77)), NORM_INF));
}

TEST(Clconv_BankContract, refusesOutputsThatAreNoVectorOfImagesOrOfAnotherType)
{
    Mat single;
    std::vector<Mat_<float>> floats;
    std::array<Mat, 2> two;
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBank(pixels(), single, -1, kernels()); }));
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBank(pixels(), floats, -1, kernels()); }));
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBank(pixels(), two, -1, kernels()); }));
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBank(pixels(), floats, CV_32F, kernels()[0]); }));
    EXPECT_EQ(0, codeOf([&]() { clconv::filterBank(pixels(), floats, CV_32F, kernels()); }));
    EXPECT_EQ(0, codeOf([&]() { clconv::filterBank(pixels(), two, -1, kernels(2)); }));
}

//! Expects that each output equals that of filter2D on a separate image.
void expectAsAlone(const std::vector<UMat>& outputs, const Mat& image, const std::vector<Mat>& bank, int ddepth = -1)
{
    ASSERT_EQ(bank.size(), outputs.size());
    for (size_t i = 0; i < bank.size(); i++)
    {
        Mat expected;
        cv::filter2D(image, expected, ddepth, bank[i]);
        EXPECT_LE(cv::norm(outputs[i], expected, NORM_INF), 1) << i;
    }
}

TEST(Clconv_BankContract, filtersInPlace)
{
    for (int position = 0; position < 3; position++)
    {
        std::vector<UMat> outputs(3);
        pixels().copyTo(outputs[position]);
        const UMat same = outputs[position];
        clconv::filterBank(outputs[position], outputs, -1, kernels());
        expectAsAlone(outputs, pixels(), kernels());
        EXPECT_EQ(same.u, outputs[position].u);
    }
}

TEST(Clconv_BankContract, filtersInPlaceToAnotherDepth)
{
    std::vector<UMat> outputs(3);
    pixels().copyTo(outputs[1]);
    clconv::filterBank(outputs[1], outputs, CV_32F, kernels());
    expectAsAlone(outputs, pixels(), kernels(), CV_32F);
}

TEST(Clconv_BankContract, filtersMatsInPlace)
{
    std::vector<Mat> outputs(3);
    outputs[0] = pixels();
    clconv::filterBank(outputs[0], outputs, -1, kernels());
    for (size_t i = 0; i < 3; i++)
    {
        Mat expected;
        cv::filter2D(pixels(), expected, -1, kernels()[i]);
        EXPECT_EQ(0, cv::norm(outputs[i], expected, NORM_INF)) << i;
    }
}

//! Kernels in the memory of outputs, which are written before those kernels are used.
struct KernelsInOutputs
{
    KernelsInOutputs() : memory(47 * 4, 53, CV_8UC1, Scalar(9))
    {
        for (int i = 0; i < 4; i++)
        {
            const Mat kernel = kernels(4)[size_t(i)];
            tiles.push_back(memory.rowRange(47 * i, 47 * (i + 1)));
            bank.push_back(Mat(kernel.size(), kernel.type(), memory.ptr(64 * (i / 2) + 16 * (i % 2))));
            kernel.copyTo(bank.back());
        }
    }
    void expectRight() const
    {
        for (size_t i = 0; i < 4; i++)
        {
            Mat expected;
            cv::filter2D(pixels(), expected, -1, kernels(4)[i]);
            EXPECT_LE(cv::norm(tiles[i], expected, NORM_INF), 1) << i;
        }
    }
    Mat memory;
    std::vector<Mat> tiles, bank;
};

TEST(Clconv_BankContract, readsItsKernelsBeforeItWritesOverThem)
{
    KernelsInOutputs mats;
    clconv::filterBank(pixels(), mats.tiles, -1, mats.bank);
    mats.expectRight();
    // UMats of Mats, without OpenCL and with it. A device with its own memory holds a copy of the whole memory for each
    // of these UMats, and OpenCV writes all of them back, so that the last one remains, whatever was filtered.
    const int uses = ocl::Device::getDefault().hostUnifiedMemory() ? 2 : 1;
    for (int use = 0; use < uses; use++)
    {
        KernelsInOutputs uMats;
        ocl::setUseOpenCL(use != 0);
        {
            UMat src;
            pixels().copyTo(src);
            std::vector<UMat> outputs;
            for (Mat& tile : uMats.tiles)
                outputs.push_back(tile.getUMat(ACCESS_RW));
            clconv::filterBank(src, outputs, -1, uMats.bank);
        }
        ocl::setUseOpenCL(true);
        uMats.expectRight();
    }
}

//! The parent of the source also holds the outputs.
TEST(Clconv_BankContract, writesBesideItsSource)
{
    UMat parent;
    pixels().copyTo(parent);
    std::vector<UMat> outputs;
    for (int i = 0; i < 3; i++)
        outputs.push_back(parent(Rect(3 + 16 * i, 5, 14, 21)));
    const Rect region(11, 9, 14, 21);
    clconv::filterBank(parent(region), outputs, -1, kernels());
    expectAsAlone(outputs, pixels()(region), kernels());
}

TEST(Clconv_BankContract, writesTilesOfOneImage)
{
    UMat src, sheet(94, 106, CV_8UC1, Scalar(9));
    pixels().copyTo(src);
    std::vector<UMat> outputs;
    for (int i = 0; i < 3; i++)
        outputs.push_back(sheet(Rect(i % 2 * 53, i / 2 * 47, 53, 47)));
    clconv::filterBank(src, outputs, -1, kernels());
    expectAsAlone(outputs, pixels(), kernels());
    EXPECT_EQ(0, cv::norm(sheet(Rect(53, 47, 53, 47)), Mat(47, 53, CV_8UC1, Scalar(9)), NORM_INF));
}

TEST(Clconv_BankContract, theLaterOfOverlappingOutputsCounts)
{
    UMat src, sheet(47, 80, CV_8UC1, Scalar(9));
    pixels().copyTo(src);
    std::vector<UMat> outputs;
    for (int i = 0; i < 3; i++)
        outputs.push_back(sheet(Rect(i * 7, 0, 53, 47)));
    clconv::filterBank(src, outputs, -1, kernels());
    for (int i = 0; i < 3; i++)
    {
        Mat expected;
        cv::filter2D(pixels(), expected, -1, kernels()[i]);
        const Rect seen(0, 0, i == 2 ? 53 : 7, 47);
        EXPECT_LE(cv::norm(outputs[i](seen), expected(seen), NORM_INF), 1) << i;
    }
}

TEST(Clconv_BankContract, mixesMatsAndUMats)
{
    std::vector<UMat> outputs;
    clconv::filterBank(pixels(), outputs, -1, kernels());
    expectAsAlone(outputs, pixels(), kernels());
    UMat src;
    pixels().copyTo(src);
    std::vector<Mat> mats;
    clconv::filterBank(src, mats, -1, kernels());
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    for (size_t i = 0; i < 3; i++)
        EXPECT_LE(cv::norm(outputs[i], mats[i], NORM_INF), 1);
}

//! Also in the upper left corner.
TEST(Clconv_BankContract, aRegionOfAMatReadsItsParentOnTheDevice)
{
    const Mat parent = pixels();
    for (const Rect& region : {Rect(0, 0, 20, 17), Rect(5, 3, 20, 17)})
    {
        std::vector<UMat> outputs;
        clconv::filterBank(parent(region), outputs, -1, kernels());
        expectAsAlone(outputs, parent(region), kernels());
    }
}

}} // namespace opencv_test
