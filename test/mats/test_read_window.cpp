// SPDX-License-Identifier: Apache-2.0
//
// The part of an image that a filter reads, compared with every coordinate mapped by OpenCV.

#include "host/host_call.hpp"
#include "support/test_precomp.hpp"

namespace opencv_test { namespace {

//! The coordinates on one axis that are read, one by one.
std::set<int> coordinatesRead(int first, int count, int length, int border)
{
    std::set<int> all;
    for (int p = first; p < first + count; p++)
        all.insert(borderInterpolate(p, length, border));
    all.erase(-1);
    return all;
}

TEST(Clconv_ReadWindow, isTheRangeOfTheCoordinatesThatAreRead)
{
    for (int border : borderTypes())
        for (int length = 1; length < 9; length++)
            for (int region = 0; region < length; region++)
                for (int width = 1; region + width <= length; width++)
                    for (int taps : {1, 2, 5, 12})
                        for (int anchor = 0; anchor < taps; anchor++)
                        {
                            const int count = width + taps - 1;
                            const std::set<int> read = coordinatesRead(region - anchor, count, length, border);
                            const Range range = clconv::readCoordinates(region - anchor, count, length, border);
                            EXPECT_EQ(*read.begin(), range.start);
                            EXPECT_EQ(*read.rbegin() + 1, range.end);
                        }
}

//! Filtering only this part of the image gives the same result as filtering the whole.
TEST(Clconv_ReadWindow, cutOffGivesTheSameResult)
{
    RNG rng(5);
    const Mat image = randomImage(Size(9, 7), CV_8UC1, rng);
    const Mat kernel = randomKernel(Size(5, 4), CV_8U, CV_32F, Coefficients::Random, rng);
    for (int border : borderTypes())
        for (int i = 0; i < 40; i++)
        {
            const Point first = randomPoint(image.size(), rng);
            const Size size = randomSize(1, 10, rng);
            const Rect region = Rect(first, size) & Rect(Point(), image.size());
            const Point anchor = randomPoint(kernel.size(), rng);
            const Rect window = clconv::readWindow(region, image.size(), kernel.size(), anchor, border);
            ASSERT_EQ(region, region & window);
            const auto sums = [&](const Mat& source) {
                return exactSums(FilterInput{source, kernel, anchor, 0, border, CV_32F}).sum;
            };
            EXPECT_EQ(sums(image(region)), sums(image(window).clone()(region - window.tl())));
        }
}

}} // namespace opencv_test
