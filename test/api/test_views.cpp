// SPDX-License-Identifier: Apache-2.0
//
// Several Mats over one caller's memory, and UMats made of them, each beginning at another address: OpenCV does not
// record that these views share memory.

#include "bank/banks.hpp"
#include "api/filter2d.hpp"

#include <map>

namespace opencv_test { namespace {

//! A caller's memory, and views of it that begin at given offsets in bytes from its middle.
class Views
{
public:
    explicit Views(unsigned seed, Size size_ = Size(301, 203), size_t step_ = 320) :
        size(size_), step(step_), bytes_(4 * step * size_t(size.height))
    {
        RNG rng(seed);
        randomImage(Size(int(bytes_.size()), 1), CV_8UC1, rng)
            .copyTo(Mat(1, int(bytes_.size()), CV_8UC1, bytes_.data()));
    }
    Mat at(int shift) { return at(shift, size); }
    Mat at(int shift, Size part)
    {
        return Mat(part.height, part.width, CV_8UC1, bytes_.data() + ptrdiff_t(step) * size.height * 3 / 2 + shift,
                   step);
    }

    const Size size;
    const size_t step;

private:
    std::vector<uchar> bytes_;
};

Mat kernel(unsigned seed = 1)
{
    RNG rng(seed);
    return randomKernel(Size(5, 7), CV_8U, CV_8U, Coefficients::Random, rng);
}

Exact exactOf(const Mat& src, const Mat& taps = kernel())
{
    return exactSums(FilterInput{src.clone(), taps, Point(-1, -1), 0, BORDER_DEFAULT, CV_8U});
}

//! Bytes between two views: above or below, left or right, or with one's row ends in the other's next row.
const int shifts[] = {4, -4, 320, -320, 644, -644, 3200 - 8, 8 - 3200, 32000, -32000, 300, 16, 1, -321, 0};

TEST(Clconv_OverlapViews, filtersIntoAnother)
{
    for (const char* force : {"", "direct", "reference"})
        for (int shift : shifts)
            for (int mat = 0; mat < 2; mat++)
            {
                Views views(unsigned(shift + 5000));
                const Mat src = views.at(0);
                const Exact exact = exactOf(src);
                UMat dst = views.at(shift).getUMat(ACCESS_RW);
                clconv::ForceScope scope(force);
                if (mat)
                    clconv::filter2D(src, dst, -1, kernel());
                else
                    clconv::filter2D(src.getUMat(ACCESS_RW), dst, -1, kernel());
                EXPECT_NE("opencv-cpu", clconv::lastImplementation());
                EXPECT_EQ("", findDifference(dst.getMat(ACCESS_READ).clone(), exact, Tolerance::PlainSum))
                    << force << " from a " << (mat ? "Mat" : "UMat") << " to " << shift << " bytes behind it";
            }
}

//! A mask: 255 where one of the views at `others` covers the view at `place`.
Mat covered(const Views& views, int place, const std::vector<int>& others)
{
    Mat mask(views.size, CV_8UC1, Scalar(0));
    for (int other : others)
        for (int y = 0; y < mask.rows; y++)
            for (int x = 0; x < mask.cols; x++)
            {
                const int at = place + y * int(views.step) + x - other;
                if (at >= 0 && at / int(views.step) < mask.rows && at % int(views.step) < mask.cols)
                    mask.at<uchar>(y, x) = 255;
            }
    return mask;
}

//! Filters with three kernels into views at these places. Compares the part of each result that no later one covers.
void expectRightBank(const std::vector<int>& places, bool mats)
{
    Views views(7);
    const Mat src = views.at(0), original = src.clone();
    const std::vector<Mat> bank = {kernel(1), kernel(2), kernel(3)};
    std::vector<Mat> outputs;
    std::vector<UMat> umats;
    for (int place : places)
    {
        outputs.push_back(views.at(place));
        umats.push_back(outputs.back().getUMat(ACCESS_RW));
    }
    if (mats)
        clconv::filterBank(src, outputs, -1, bank);
    else
        clconv::filterBank(src.getUMat(ACCESS_RW), umats, -1, bank);
    for (size_t i = 0; i < bank.size(); i++)
    {
        Mat result = mats ? outputs[i].clone() : umats[i].getMat(ACCESS_READ).clone(), alone;
        clconv::filter2D(original, alone, -1, bank[i]);
        const Mat hidden = covered(views, places[i], std::vector<int>(places.begin() + int(i) + 1, places.end()));
        ASSERT_LT(cv::countNonZero(hidden), int(hidden.total()));
        alone.copyTo(result, hidden);
        EXPECT_EQ("", findDifference(result, exactOf(original, bank[i]), Tolerance::PlainSum))
            << "output " << i << " of " << (mats ? "Mats" : "UMats") << " at " << Mat(places).t();
    }
}

TEST(Clconv_OverlapViews, filtersBanksIntoOthers)
{
    for (int mats = 0; mats < 2; mats++)
    {
        expectRightBank({4, 640, -324}, mats != 0);
        expectRightBank({-4, 0, 4}, mats != 0);
        expectRightBank({3200, 3204, 3900}, mats != 0);
        expectRightBank({64960, 65280, 64964}, mats != 0); // after the source
        expectRightBank({32000, 64968, 97000}, mats != 0); // over the source; over the first; over the second
    }
}

//! Compares with a search for a byte address that both views contain.
TEST(Clconv_OverlapViews, intersectWhereABytesAddressIsOfBoth)
{
    RNG rng(11);
    int together = 0;
    for (int i = 0; i < 2000; i++)
    {
        Views views(1, Size(13, 6), 16);
        const Size size = randomSize(1, 14, rng), other = randomSize(1, 14, rng);
        const Size a(size.width, (size.height + 1) / 2), b(other.width, (other.height + 1) / 2);
        const int shift = rng.uniform(-60, 61);
        const Mat first = views.at(0, a), second = views.at(shift, b);
        std::map<const uchar*, int> count;
        for (const Mat& image : {first, second})
            for (int y = 0; y < image.rows; y++)
                for (int x = 0; x < image.cols; x++)
                    count[image.ptr(y, x)]++;
        const bool common = int(count.size()) < a.area() + b.area();
        together += common;
        const UMat firstUMat = first.getUMat(ACCESS_READ), secondUMat = second.getUMat(ACCESS_READ);
        ASSERT_EQ(common, clconv::intersect(firstUMat, secondUMat)) << a << " and " << b << " at " << shift;
        if (common)
        {
            ASSERT_TRUE(clconv::shareMemory(firstUMat, secondUMat)) << a << " and " << b << " at " << shift;
        }
    }
    EXPECT_GT(together, 500);
    EXPECT_LT(together, 1500);
}

TEST(Clconv_OverlapViews, intersectWhereRegionsOfOneImageDo)
{
    UMat image(20, 30, CV_16SC3, Scalar::all(0)), other(20, 30, CV_16SC3, Scalar::all(0));
    EXPECT_FALSE(clconv::intersect(image, other));
    EXPECT_FALSE(clconv::shareMemory(image, other));
    RNG rng(12);
    for (int i = 0; i < 500; i++)
    {
        const Size a = randomSize(1, 12, rng), b = randomSize(1, 12, rng);
        const Point atA = randomPoint(image.size() - a, rng), atB = randomPoint(image.size() - b, rng);
        const bool common = !(Rect(atA, a) & Rect(atB, b)).empty();
        ASSERT_EQ(common, clconv::intersect(image(Rect(atA, a)), image(Rect(atB, b))));
        ASSERT_TRUE(clconv::shareMemory(image(Rect(atA, a)), image(Rect(atB, b))));
    }
}

//! A Mat that maps a UMat, and a UMat made of that Mat.
TEST(Clconv_OverlapViews, shareTheMemoryOfTheirMats)
{
    const UMat image(20, 30, CV_8UC1, Scalar(0));
    const Mat mapped = image.getMat(ACCESS_READ);
    const UMat again = mapped.getUMat(ACCESS_READ);
    EXPECT_TRUE(clconv::shareMemory(image, again));
    EXPECT_TRUE(clconv::intersect(again, image));
}

}} // namespace opencv_test
