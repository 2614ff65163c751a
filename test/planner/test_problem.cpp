// SPDX-License-Identifier: Apache-2.0
//
// Calls described as values: layout of images, readable area, when offsets need 64 bits. The large images here exist
// only as sizes.

#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::Description;
using clconv::Layout;

Layout layoutFor(int type, Size size, size_t step, size_t offset = 0)
{
    return Layout(type, size, size, Point(), step, offset);
}

Description describeImages(Size size, size_t step, size_t srcOffset = 0, size_t dstOffset = 0)
{
    return clconv::describe(layoutFor(CV_8UC1, size, step, srcOffset), layoutFor(CV_8UC1, size, step, dstOffset),
                            Size(3, 3), Point(1, 1), BORDER_REFLECT_101, false);
}

TEST(Clconv_Problem, findsARegionsParent)
{
    UMat parent(59, 83, CV_16UC3), region = parent(Rect(9, 5, 67, 45));
    const Layout layout = clconv::layoutOf(region);
    EXPECT_EQ(CV_16UC3, layout.type);
    EXPECT_EQ(Size(67, 45), layout.size);
    EXPECT_EQ(Size(83, 59), layout.parent);
    EXPECT_EQ(Point(9, 5), layout.origin);
    EXPECT_EQ(parent.step[0], layout.step);
    EXPECT_EQ(5 * parent.step[0] + 9 * 6, layout.offset);
}

TEST(Clconv_Problem, findsAMatsParent)
{
    Mat parent(59, 83, CV_16UC3), region = parent(Rect(9, 5, 67, 45));
    const Layout layout = clconv::layoutOf(region);
    EXPECT_EQ(Size(67, 45), layout.size);
    EXPECT_EQ(Size(83, 59), layout.parent);
    EXPECT_EQ(Point(9, 5), layout.origin);
}

TEST(Clconv_Problem, readsTheParentUnlessIsolated)
{
    Layout src = layoutFor(CV_8UC1, Size(67, 45), 83, 5 * 83 + 9);
    src.parent = Size(83, 59);
    src.origin = Point(9, 5);
    const Layout dst = layoutFor(CV_8UC1, Size(67, 45), 67);
    Description d = clconv::describe(src, dst, Size(7, 5), Point(6, 0), BORDER_WRAP, false);
    EXPECT_EQ(Size(83, 59), d.problem.readable);
    EXPECT_EQ(Point(3, 5), d.geometry.srcOrigin);
    EXPECT_EQ(0u, d.geometry.srcOffset);
    d = clconv::describe(src, dst, Size(7, 5), Point(6, 0), BORDER_WRAP | BORDER_ISOLATED, false);
    EXPECT_EQ(Size(67, 45), d.problem.readable);
    EXPECT_EQ(Point(-6, 0), d.geometry.srcOrigin);
    EXPECT_EQ(size_t(5 * 83 + 9), d.geometry.srcOffset);
    EXPECT_EQ(int(BORDER_WRAP), d.problem.border);
}

//! A CPU's device uses a Mat's memory in place: the addresses, not the offsets, decide the alignment of vectors.
TEST(Clconv_Problem, isAlignedAsTheMemoryOfAMatIs)
{
    Layout image = layoutFor(CV_32FC1, Size(64, 48), 256);
    const auto problem = [&]()
    { return clconv::describe(image, image, Size(1, 1), Point(0, 0), BORDER_WRAP, false).problem; };
    EXPECT_EQ(clconv::maxRowAlignment, problem().rowAlignment);
    EXPECT_EQ(clconv::memoryAlignment, problem().outputAlignment);
    image.start = 12;
    EXPECT_EQ(4, problem().rowAlignment);
    EXPECT_EQ(4, problem().outputAlignment);
    image.start = 64;
    EXPECT_EQ(clconv::maxRowAlignment, problem().rowAlignment);
    EXPECT_EQ(64, problem().outputAlignment);
}

TEST(Clconv_Problem, startsWhereTheDeviceUsesAMatsMemory)
{
    std::vector<uchar> memory(4096);
    uchar* const start = alignPtr(memory.data(), clconv::memoryAlignment) + 12;
    const Mat mat(16, 40, CV_32FC1, start);
    const UMat image = mat.getUMat(ACCESS_READ), copy = mat.getUMat(ACCESS_READ).clone();
    EXPECT_EQ(image.u->tempCopiedUMat() ? 0 : 12, clconv::layoutOf(image).start);
    EXPECT_EQ(0, clconv::layoutOf(copy).start);
}

TEST(Clconv_Problem, takesTheMiddleForMinusOne)
{
    const Layout image = layoutFor(CV_8UC1, Size(67, 45), 67);
    const Description d = clconv::describe(image, image, Size(6, 5), Point(3, 2), BORDER_WRAP, false);
    EXPECT_EQ(Point(-3, -2), d.geometry.srcOrigin);
}

TEST(Clconv_Problem, takesWideIndexFrom2GiB)
{
    EXPECT_FALSE(describeImages(Size(32768, 65535), 32768).problem.wideIndex);
    EXPECT_TRUE(describeImages(Size(32768, 65537), 32768).problem.wideIndex);
    EXPECT_TRUE(describeImages(Size(100, 100), 100, size_t(1) << 31).problem.wideIndex);
    EXPECT_TRUE(describeImages(Size(100, 100), 100, 0, size_t(1) << 31).problem.wideIndex);
    EXPECT_TRUE(describeImages(Size(16, 1025), size_t(1) << 21).problem.wideIndex);
    EXPECT_FALSE(describeImages(Size(16, 1023), size_t(1) << 21).problem.wideIndex);
}

TEST(Clconv_Problem, takesWideIndexForEitherImage)
{
    const Layout large = layoutFor(CV_64FC4, Size(16384, 8192), 16384 * 32),
                 small = layoutFor(CV_8UC4, large.size, 65536);
    EXPECT_TRUE(clconv::describe(large, small, Size(3, 3), Point(1, 1), 0, false).problem.wideIndex);
    EXPECT_TRUE(clconv::describe(small, large, Size(3, 3), Point(1, 1), 0, false).problem.wideIndex);
}

TEST(Clconv_Problem, takesWideIndexForARegionFarDownItsParent)
{
    Layout src = layoutFor(CV_8UC1, Size(100, 100), 65536, size_t(40000) * 65536);
    src.parent = Size(65536, 50000);
    src.origin = Point(0, 40000);
    const Layout dst = layoutFor(CV_8UC1, Size(100, 100), 100);
    EXPECT_TRUE(clconv::describe(src, dst, Size(3, 3), Point(1, 1), 0, false).problem.wideIndex);
    EXPECT_TRUE(clconv::describe(src, dst, Size(3, 3), Point(1, 1), BORDER_ISOLATED, false).problem.wideIndex);
}

TEST(Clconv_Problem, takesTheFewestSlicesThatTheResultAllows)
{
    const Size size(20, 10);
    const auto slices = [size](int from, int to, const clconv::SliceErrors& errors)
    {
        return clconv::describe(layoutFor(from, size, 80, 0), layoutFor(to, size, 80, 0), Size(3, 3), Point(1, 1), 0,
                                clconv::FilterTraits(false, errors))
            .problem.slices;
    };
    const double small = 1. / 1024 / 256, large = 1. / 1024 / 254, none = std::numeric_limits<double>::infinity();
    for (double error : {none, large})
    {
        EXPECT_EQ(1, slices(CV_8UC1, CV_8UC1, {small, 0, 0}));
        EXPECT_EQ(2, slices(CV_8UC1, CV_8UC1, {error, small, 0}));
        EXPECT_EQ(3, slices(CV_8UC1, CV_8UC1, {error, error, small}));
        EXPECT_EQ(3, slices(CV_8SC1, CV_16SC1, {error, error, small}));
        EXPECT_EQ(0, slices(CV_8UC1, CV_8UC1, {error, error, large}));
    }
    EXPECT_EQ(1, slices(CV_8UC1, CV_32FC1, {0, 0, 0}));
    EXPECT_EQ(3, slices(CV_8UC1, CV_32FC1, {small, 1e-12, 0}));
    EXPECT_EQ(0, slices(CV_8UC1, CV_32FC1, {1e-12, 1e-12, 1e-12}));
    EXPECT_EQ(0, slices(CV_16UC1, CV_8UC1, {0, 0, 0}));
    EXPECT_EQ(0, slices(CV_8UC1, CV_8UC1, clconv::noSlices));
}

TEST(Clconv_Problem, sumsInDoubleAsSoonAsOneIsDouble)
{
    EXPECT_EQ(CV_32F, problemOf(CV_32S, CV_32F, 1, Size(3, 3)).accDepth());
    EXPECT_EQ(CV_64F, problemOf(CV_8U, CV_64F, 1, Size(3, 3)).accDepth());
    EXPECT_EQ(CV_64F, problemOf(CV_64F, CV_8U, 1, Size(3, 3)).accDepth());
}

TEST(Clconv_Problem, findsTheAlignmentOfItsRows)
{
    struct
    {
        int type, width, x, kernelColumns, alignment;
    } cases[] = {{CV_8UC1, 640, 0, 5, 16}, {CV_8UC1, 640, 8, 5, 8}, {CV_8UC1, 636, 0, 5, 4},  {CV_8UC1, 641, 0, 5, 1},
                 {CV_8UC1, 640, 3, 4, 1},  {CV_8UC3, 640, 2, 3, 1}, {CV_16UC1, 641, 0, 3, 1}, {CV_32FC1, 642, 0, 3, 8},
                 {CV_32FC1, 640, 1, 3, 4}, {CV_64FC4, 3, 1, 3, 16}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
    {
        const UMat parent(48, cases[i].width, cases[i].type);
        const UMat src = parent(Rect(cases[i].x, 7, cases[i].width - cases[i].x, 40));
        const Size kernel(cases[i].kernelColumns, 3);
        const clconv::Layout layout = clconv::layoutOf(src);
        const clconv::Description d = clconv::describe(layout, layout, kernel, Point(kernel.width / 2, 1),
                                                       BORDER_REPLICATE, clconv::FilterTraits(false));
        EXPECT_EQ(cases[i].alignment, d.problem.rowAlignment) << i;
    }
    const UMat src(48, 640, CV_8UC1);
    const clconv::Layout layout = clconv::layoutOf(src);
    EXPECT_EQ(1, clconv::describe(layout, layout, Size(5, 5), Point(0, 2), BORDER_WRAP, clconv::FilterTraits(false))
                     .problem.rowAlignment);
}

}} // namespace opencv_test
