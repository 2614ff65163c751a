// SPDX-License-Identifier: Apache-2.0
//
// Images over a caller's memory with padding after each row, as cameras and bitmaps have it: at the right edge the
// border applies, and the padding is not read. The cases compare with the oracle.

#include "bank/banks.hpp"
#include "cases/variants.hpp"

namespace opencv_test { namespace {

const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101};

FilterCase filtering(int type, Size kernel = Size(5, 3))
{
    RNG rng(41);
    FilterCase filterCase;
    filterCase.srcType = type;
    filterCase.kernel = randomKernel(kernel, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), Coefficients::Random, rng);
    return filterCase;
}

//! Tests a Mat, the UMat of a whole Mat, and regions of Mats, one of which is isolated in a UMat; each isolated and
//! not.
//! @param padded scalars per row; the first is not a whole pixel if the image has several channels
void expectRightPadded(FilterCase filterCase, std::initializer_list<int> padded = {1, 8, 37})
{
    unsigned turn = 0;
    for (int padding : padded)
        for (const FilterCase& laidOut : layouts(filterCase))
        {
            FilterCase t = laidOut;
            t.padding = padding;
            t.srcIsMat = turn++ % 3 != 0 || (!t.srcParent.empty() && !(t.border & BORDER_ISOLATED));
            EXPECT_TRUE(isRight(t));
            t.border ^= BORDER_ISOLATED;
            t.srcIsMat = t.srcIsMat || !t.srcParent.empty();
            EXPECT_TRUE(isRight(t));
        }
}

TEST(Clconv_Padding, isNotReadAtAnyBorder)
{
    for (int border : borders)
    {
        FilterCase filterCase = filtering(CV_8UC1);
        filterCase.border = border;
        expectRightPadded(filterCase);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    }
}

TEST(Clconv_Padding, isNotReadWhateverThePixels)
{
    static const int types[] = {CV_8UC3,  CV_8SC4,  CV_16UC1, CV_16SC2, CV_32SC3,
                                CV_32FC1, CV_32FC4, CV_64FC1, CV_8UC(7)};
    for (int type : types)
        expectRightPadded(filtering(type), {1, 4});
}

//! The other oracle: cv::filter2D on the Mat. The regions here do not read across the parent's edges, where it reflects
//! into rows that it has not read.
TEST(Clconv_Padding, isReadNeitherHereNorByStock)
{
    static const int types[] = {CV_8UC1, CV_16SC3, CV_32FC1};
    for (int type : types)
        for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101})
            for (int isolated = 0; isolated <= BORDER_ISOLATED; isolated += BORDER_ISOLATED)
            {
                const Mat kernel = filtering(type).kernel;
                const size_t step = (45 * CV_ELEM_SIZE(type) / 8 + 3) * 8;
                std::vector<uchar> bytes(step * 31, 255);
                const Mat frame(31, 45, type, bytes.data(), step), inside = frame(Rect(20, 1, 23, 29));
                RNG rng(4);
                randomImage(frame.size(), type, rng).copyTo(frame);
                const UMat image = frame.getUMat(ACCESS_READ);
                const _InputArray sources[] = {frame, image, inside};
                for (const _InputArray& src : sources)
                {
                    Mat expected;
                    UMat dst;
                    cv::filter2D(src.kind() == _InputArray::UMAT ? frame : src.getMat(), expected, -1, kernel,
                                 Point(-1, -1), 0, border | isolated);
                    clconv::filter2D(src, dst, -1, kernel, Point(-1, -1), 0, border | isolated);
                    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
                    EXPECT_LE(cv::norm(dst, expected, NORM_INF), CV_MAT_DEPTH(type) < CV_32F ? 1 : 1e-3)
                        << typeToString(type) << " border " << border << (isolated ? " isolated" : "");
                }
            }
}

TEST(Clconv_Padding, isNotReadOnTheCpu)
{
    NoOpenCL off;
    for (int border : borders)
        for (int depth : {CV_8U, CV_16S, CV_64F, CV_32S}) // stock supports three of them
        {
            FilterCase filterCase = filtering(CV_8UC3);
            filterCase.border = border;
            filterCase.ddepth = depth;
            expectRightPadded(filterCase, {1, 6});
        }
}

//! Without the device: images made before OpenCL was switched off, and outputs that are Mats.
TEST(Clconv_Padding, isNotReadOnTheCpuFromImagesOfTheDevice)
{
    RNG rng(3);
    std::vector<uchar> bytes(64 * 23, 255);
    const Mat frame(23, 37, CV_8UC1, bytes.data(), 64), kernel = filtering(CV_8UC1).kernel;
    randomImage(frame.size(), CV_8UC1, rng).copyTo(frame);
    const UMat image = frame.getUMat(ACCESS_READ);
    for (int border : borders)
    {
        const Exact exact = exactSums(FilterInput{frame, kernel, Point(-1, -1), 0, border, CV_8U});
        Mat mat;
        clconv::filter2D(image, mat, -1, kernel, Point(-1, -1), 0, border);
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ("", findDifference(mat, exact, Tolerance::PlainSum));
        NoOpenCL off;
        UMat umat;
        clconv::filter2D(image, umat, -1, kernel, Point(-1, -1), 0, border);
        EXPECT_EQ("", findDifference(umat.getMat(ACCESS_READ).clone(), exact, Tolerance::PlainSum));
    }
}

TEST(Clconv_Padding, isNotReadBySepFilter2D)
{
    for (int border : borders)
    {
        FilterCase filterCase = filtering(CV_8UC1);
        filterCase.kernel = Mat_<float>({1, 5}, {1, -2, 0.5, 2, 1});
        filterCase.kernelY = Mat_<float>({3, 1}, {1, 0.25, -1});
        filterCase.border = border;
        expectRightPadded(filterCase, {3, 16});
    }
}

TEST(Clconv_Padding, isNotReadByBanks)
{
    for (int border : borders)
    {
        FilterCase filterCase = bankOf(CV_8UC1, 3, Size(3, 5));
        filterCase.border = border;
        expectRightPadded(filterCase, {3, 16});
    }
}

//! Filters that no bank supports, and filters that run on the CPU.
TEST(Clconv_Padding, isNotReadByBanksOneByOne)
{
    FilterCase filterCase = bankOf(CV_8UC1, 3, Size(3, 5));
    filterCase.force = "reference";
    expectRightPadded(filterCase, {3});
    NoOpenCL off;
    expectRightPadded(filterCase, {3});
}

TEST(Clconv_Padding, isNotReadAfterPrepare)
{
    FilterCase filterCase = filtering(CV_8UC1, Size(7, 7));
    filterCase.kernel = Mat::zeros(7, 7, CV_32F);
    filterCase.kernel.at<float>(0, 6) = 0.5f;
    filterCase.kernel.at<float>(6, 3) = -0.25f;
    filterCase.prepared = true;
    expectRightPadded(filterCase, {5});
}

//! In place and overlapping. Regions of UMats do not record their parents' padding, so Mats are used.
TEST(Clconv_Padding, isUntouchedInPlace)
{
    for (int mat = 0; mat < 2; mat++)
        for (int padding : {1, 3, 40})
        {
            FilterCase filterCase = filtering(CV_8UC3);
            filterCase.padding = padding;
            filterCase.srcIsMat = filterCase.dstIsMat = mat != 0;
            filterCase.placement = Placement::InPlace;
            EXPECT_TRUE(isRight(filterCase));
            filterCase.srcParent = Size(60, 50);
            filterCase.srcOrigin = Point(23, 6); // extends to the right edge
            filterCase.border |= mat ? 0 : int(BORDER_ISOLATED);
            EXPECT_TRUE(isRight(filterCase));
            filterCase.placement = Placement::Overlap;
            filterCase.dstOrigin = Point(21, 9);
            EXPECT_TRUE(isRight(filterCase));
        }
}

class Clconv_PaddingForced : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_PaddingForced, isNotRead)
{
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    for (int padding : {1, 8})
        for (const FilterCase& laidOut : layouts(filterCase))
        {
            FilterCase t = laidOut;
            t.padding = padding;
            t.srcIsMat = !t.srcParent.empty();
            expectRightOnce(GetParam(), t);
        }
}

CLCONV_INSTANTIATE(All, Clconv_PaddingForced, testing::ValuesIn(variants()), variantName);
CLCONV_INSTANTIATE(SharedCode, Clconv_PaddingForced, testing::ValuesIn(sharedCodeVariants()), variantName);

}} // namespace opencv_test
