// SPDX-License-Identifier: Apache-2.0
//
// Compares the kernel of `mma`, run on the host, with the oracle: slices, types, channels, borders, regions, layouts in
// memory, tiles at the edges of images.

#include "support/test_precomp.hpp"
#include "support/fake_devices.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/int8_slices.hpp"
#include "matrix/emulation/emulation.hpp"
#include "matrix/emulation/padded_image.hpp"

namespace opencv_test { namespace {

using clconv_test::EmulatedKernel;
using clconv_test::Padded;

//! Random taps.
struct Taps
{
    int slices;  //!< that the taps need
    int largest; //!< largest integer; 0: floats
    double unit; //!< of the integers
};

const Taps integers = {1, 100, 1}, binary = {1, 100, 1. / 512}, parts = {1, 127, 1. / 2730}, large = {2, 32639, 1},
           fewBits = {2, 1000, 1}, largeParts = {2, 500, 1. / 7100}, floats = {3, 0, 0.1};

struct MmaCase
{
    int srcType, dstDepth;
    Size filter;
    Taps taps;
    Size parent;
    int border;
    const char* parameters;
    size_t padding = 0, dstPadding = 0; //!< bytes
    double delta = 0;
    size_t offset = 0; //!< bytes of the source
    Point anchor = Point(-1, -1);
    Rect region = Rect(); //!< of the parent; empty: all of it

    Rect source() const { return region.empty() ? Rect(Point(), parent) : region; }
};

void PrintTo(const MmaCase& c, std::ostream* out)
{
    *out << cv::typeToString(c.srcType) << " to " << cv::depthToString(c.dstDepth) << ", " << c.source() << " of "
         << c.parent << ", filter " << c.filter << ", " << c.taps.slices << " slices, border " << c.border << ", "
         << c.parameters;
}

class Clconv_EmulatedMma : public testing::TestWithParam<MmaCase>
{
protected:
    void SetUp() override
    {
        if (std::string(CLCONV_CLANG_PROGRAM).empty())
            CLCONV_SKIP("clang is not installed");
    }

    Mat randomTaps() const
    {
        const Taps& taps = GetParam().taps;
        RNG rng(uint64(GetParam().filter.area()) + 5);
        Mat kernel(GetParam().filter, CV_32F);
        rng.fill(kernel, RNG::UNIFORM, -1, 1);
        if (taps.largest == 0)
            return kernel * taps.unit;
        kernel.at<float>(0, 0) = 1; // makes the largest value and the smallest unit occur
        Mat whole, result;
        Mat(kernel * taps.largest).convertTo(whole, CV_32S);
        whole.at<int>(kernel.rows - 1, kernel.cols - 1) = -1;
        whole.convertTo(result, CV_32F, taps.unit);
        return result;
    }
};

TEST_P(Clconv_EmulatedMma, isRight)
{
    const MmaCase& c = GetParam();
    const Rect region = c.source();
    const Mat kernel = randomTaps();
    const int dstType = CV_MAKETYPE(c.dstDepth, CV_MAT_CN(c.srcType));
    Padded parent(c.parent, c.srcType, c.offset, c.padding), dst(region.size(), dstType, 0, c.dstPadding);
    RNG(9).fill(parent.mat, RNG::UNIFORM, -128, 256);
    const clconv::Coefficients taps = clconv::analyse(kernel, CV_32F);
    const size_t offset = parent.step * size_t(region.y) + size_t(region.x) * parent.mat.elemSize();
    const clconv::Layout from = {c.srcType, region.size(), c.parent, region.tl(), parent.step, c.offset + offset};
    const clconv::Layout to = {dstType, region.size(), region.size(), Point(), dst.step, 0};
    const Point anchor = c.anchor.x < 0 ? Point(c.filter.width / 2, c.filter.height / 2) : c.anchor;
    const clconv::Description call = clconv::describe(from, to, c.filter, anchor, c.border, taps);
    ASSERT_EQ(c.taps.slices, call.problem.slices);
    const clconv::Plan plan = clconv::makePlan(call.problem, ::programs::devices::h200(),
                                               clconv::parseForce("mma:" + std::string(c.parameters)));
    ASSERT_EQ("mma", nameOf(plan)) << plan.warning;
    const clconv::CoefficientKind form = plan.layout.kind;
    const std::vector<uchar> operands =
        clconv::sliceOperands(clconv::toFixedPoint(Mat_<double>(taps.full), c.taps.slices), c.filter, form);
    EmulatedKernel(plan, CLCONV_CLANG_PROGRAM)
        .run(call.problem, call.geometry, parent.first - c.offset, dst.first, operands, c.delta);
    EXPECT_TRUE(dst.paddingIsUntouched());
    const FilterInput input = {parent.mat(region), kernel, anchor, c.delta, c.border, c.dstDepth};
    EXPECT_EQ("", findDifference(dst.mat, exactSums(input), Tolerance::FixedPoint));
    if (c.taps.unit == 1 || c.taps.unit == binary.unit) // sums of integers are exact
    {
        clconv_test::Exact exact = exactSums(input);
        std::fill(exact.magnitude.begin(), exact.magnitude.end(), 0.);
        EXPECT_EQ("", findDifference(dst.mat, exact, Tolerance::PlainSum));
    }
}

const Point middle(-1, -1);

//! Tiles are 64 pixels wide up to 9 columns of taps, otherwise 128.
const MmaCase cases[] = {
    // Slices and kinds of taps; interior tiles, and tiles at the right and the lower edge.
    {CV_8UC1, CV_8U, Size(5, 5), binary, Size(200, 23), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 56, 56},
    {CV_8UC1, CV_16S, Size(9, 9), integers, Size(147, 21), BORDER_REFLECT, "ROWS=4,WG_Y=2", 13, 2, 3},
    {CV_8UC1, CV_8U, Size(9, 7), parts, Size(147, 21), BORDER_REPLICATE, "ROWS=8,WG_Y=1", 13, 13, 2.5},
    {CV_8UC1, CV_16S, Size(9, 9), large, Size(147, 21), BORDER_WRAP, "ROWS=4,WG_Y=1", 13, 2, -7},
    {CV_8UC1, CV_16S, Size(7, 9), largeParts, Size(147, 21), BORDER_CONSTANT, "ROWS=2,WG_Y=1", 13, 2, 0.25},
    {CV_8UC1, CV_8U, Size(9, 9), floats, Size(147, 21), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 13, 13, 100},
    // More than 128 taps, so that sums are converted.
    {CV_8UC1, CV_8U, Size(15, 15), binary, Size(300, 20), BORDER_REFLECT_101, "ROWS=3,WG_Y=1", 4, 4},
    {CV_8UC1, CV_32F, Size(15, 15), integers, Size(280, 18), BORDER_CONSTANT, "ROWS=4,WG_Y=1", 8, 32, 17},
    {CV_8UC1, CV_16S, Size(15, 15), parts, Size(300, 18), BORDER_REFLECT, "ROWS=4,WG_Y=1", 4, 8, 0.5},
    {CV_8UC1, CV_32F, Size(15, 13), fewBits, Size(141, 17), BORDER_WRAP, "ROWS=4,WG_Y=1", 3, 0, 1},
    {CV_8UC1, CV_8U, Size(15, 15), floats, Size(300, 18), BORDER_REPLICATE, "ROWS=4,WG_Y=1", 4, 4},
    // Signed pixels.
    {CV_8SC1, CV_8S, Size(7, 5), parts, Size(70, 19), BORDER_REFLECT, "ROWS=4,WG_Y=1", 10, 10},
    {CV_8SC2, CV_16S, Size(11, 3), largeParts, Size(70, 9), BORDER_REFLECT_101, "ROWS=2,WG_Y=1", 20, 8},
    // Channels.
    {CV_8UC2, CV_8U, Size(5, 5), parts, Size(150, 17), BORDER_REFLECT_101, "ROWS=6,WG_Y=1", 20, 20},
    {CV_8UC3, CV_8U, Size(9, 9), parts, Size(200, 17), BORDER_WRAP, "ROWS=12,WG_Y=1", 8, 40, 9},
    {CV_8UC3, CV_16U, Size(11, 9), largeParts, Size(133, 13), BORDER_REFLECT_101, "ROWS=3,WG_Y=2", 1, 2},
    {CV_8UC4, CV_8U, Size(9, 5), binary, Size(133, 25), BORDER_REPLICATE, "ROWS=12,WG_Y=1", 12, 12},
    {CV_8UC4, CV_8U, Size(15, 9), parts, Size(133, 13), BORDER_REFLECT, "ROWS=6,WG_Y=1", 12, 12},
    {CV_8UC4, CV_8U, Size(6, 4), floats, Size(70, 13), BORDER_CONSTANT, "ROWS=4,WG_Y=1", 8, 8, 20},
    // Windows of three and four words.
    {CV_8UC1, CV_8U, Size(31, 5), binary, Size(290, 9), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 30, 30},
    {CV_8UC3, CV_8U, Size(49, 3), parts, Size(190, 7), BORDER_WRAP, "ROWS=2,WG_Y=1", 6, 6},
    // Chunks of columns: two of three words and three of four; the windows of the first are inside the image.
    {CV_8UC1, CV_8U, Size(63, 3), binary, Size(420, 9), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 12, 12},
    {CV_8UC3, CV_8U, Size(101, 2), parts, Size(290, 7), BORDER_REPLICATE, "ROWS=2,WG_Y=1", 10, 10},
    {CV_8UC1, CV_16S, Size(50, 3), largeParts, Size(331, 5), BORDER_WRAP, "ROWS=4,WG_Y=1,UNROLL=0", 0, 2, 0, 1,
     Point(49, 0)},
    {CV_8UC2, CV_8U, Size(76, 2), floats, Size(160, 8), BORDER_CONSTANT, "ROWS=2,WG_Y=1", 8, 4, 0, 0, middle,
     Rect(3, 1, 150, 5)},
    // Rows at any address, in pairs and alone.
    {CV_8UC1, CV_8U, Size(9, 9), binary, Size(201, 17), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 0, 0, 0, 3},
    {CV_8UC3, CV_8U, Size(15, 5), parts, Size(201, 9), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 0, 0, 0, 1},
    {CV_8UC4, CV_8U, Size(7, 7), largeParts, Size(99, 9), BORDER_REPLICATE, "ROWS=2,WG_Y=1", 0, 0, 0, 4},
    // A loop over slots in all tiles.
    {CV_8UC1, CV_8U, Size(15, 7), parts, Size(300, 17), BORDER_REFLECT_101, "ROWS=4,WG_Y=1,UNROLL=0", 4, 4},
    // Regions, whose surroundings are read unless they are isolated; anchors in corners.
    {CV_8UC1, CV_8U, Size(9, 9), binary, Size(190, 40), BORDER_REFLECT_101, "ROWS=4,WG_Y=1", 2, 6, 0, 0, middle,
     Rect(21, 9, 130, 17)},
    {CV_8UC3, CV_8U, Size(15, 5), parts, Size(170, 16), BORDER_REPLICATE | BORDER_ISOLATED, "ROWS=4,WG_Y=1", 2, 1, 0, 0,
     middle, Rect(5, 3, 141, 9)},
    {CV_8UC1, CV_8U, Size(7, 9), parts, Size(130, 17), BORDER_WRAP, "ROWS=4,WG_Y=1", 2, 2, 0, 0, Point(0, 0)},
    {CV_8UC4, CV_8U, Size(11, 9), binary, Size(140, 17), BORDER_CONSTANT, "ROWS=4,WG_Y=1", 8, 8, 0, 0, Point(10, 8),
     Rect(1, 2, 130, 7)},
    // Sparse operands: columns, an odd and an even number of rows of taps and of outputs, types, slices.
    {CV_8UC1, CV_8U, Size(15, 15), floats, Size(300, 18), BORDER_REFLECT_101, "SPARSE=1,ROWS=3,WG_Y=1", 4, 4},
    {CV_8UC1, CV_16S, Size(16, 16), largeParts, Size(300, 21), BORDER_REFLECT, "SPARSE=1,ROWS=4,WG_Y=2", 4, 8, 0.5},
    {CV_8UC1, CV_8U, Size(14, 9), floats, Size(300, 20), BORDER_WRAP, "SPARSE=1,ROWS=6,WG_Y=1", 4, 4, 3},
    {CV_8UC1, CV_32F, Size(13, 12), fewBits, Size(281, 18), BORDER_CONSTANT, "SPARSE=1,ROWS=1,WG_Y=1", 7, 32, 17},
    {CV_8UC1, CV_8U, Size(12, 5), parts, Size(300, 9), BORDER_REPLICATE, "SPARSE=1,ROWS=7,WG_Y=1", 4, 4},
    {CV_8UC1, CV_8U, Size(15, 1), floats, Size(300, 5), BORDER_REPLICATE, "SPARSE=1,ROWS=2,WG_Y=1", 4, 4},
    {CV_8SC1, CV_8S, Size(11, 7), floats, Size(200, 19), BORDER_REFLECT, "SPARSE=1,ROWS=5,WG_Y=1", 8, 8},
    {CV_8UC2, CV_16S, Size(10, 4), largeParts, Size(200, 9), BORDER_REFLECT_101, "SPARSE=1,ROWS=2,WG_Y=1", 0, 8},
    {CV_8SC2, CV_16S, Size(15, 3), integers, Size(170, 9), BORDER_REFLECT_101, "SPARSE=1,ROWS=3,WG_Y=1", 4, 8},
    {CV_8UC3, CV_8U, Size(15, 15), floats, Size(200, 23), BORDER_WRAP, "SPARSE=1,ROWS=4,WG_Y=1", 8, 40, 9},
    {CV_8UC4, CV_8U, Size(16, 9), floats, Size(200, 14), BORDER_REFLECT, "SPARSE=1,ROWS=3,WG_Y=1", 0, 12},
    // In a loop over slots, at any address, in regions, on images smaller than the filter.
    {CV_8UC1, CV_8U, Size(15, 7), floats, Size(300, 17), BORDER_REFLECT_101, "SPARSE=1,ROWS=4,WG_Y=1,UNROLL=0", 4, 4},
    {CV_8UC4, CV_8U, Size(13, 6), largeParts, Size(200, 17), BORDER_REFLECT, "SPARSE=1,ROWS=3,WG_Y=1,UNROLL=0", 0, 4},
    {CV_8UC1, CV_8U, Size(15, 9), floats, Size(301, 17), BORDER_REFLECT_101, "SPARSE=1,ROWS=4,WG_Y=1", 0, 0, 0, 3},
    {CV_8UC3, CV_8U, Size(15, 5), floats, Size(301, 9), BORDER_REFLECT, "SPARSE=1,ROWS=3,WG_Y=1", 0, 0, 0, 1},
    {CV_8UC4, CV_8U, Size(11, 9), largeParts, Size(190, 17), BORDER_CONSTANT, "SPARSE=1,ROWS=2,WG_Y=1", 8, 8, 0, 0,
     Point(10, 8), Rect(1, 2, 180, 7)},
    {CV_8UC1, CV_8U, Size(16, 3), floats, Size(290, 16), BORDER_REPLICATE | BORDER_ISOLATED, "SPARSE=1,ROWS=4,WG_Y=1",
     2, 1, 0, 0, Point(0, 0), Rect(5, 3, 270, 9)},
    {CV_8UC1, CV_8U, Size(15, 15), floats, Size(1, 1), BORDER_REFLECT_101, "SPARSE=1,ROWS=3,WG_Y=1"},
    {CV_8UC3, CV_8U, Size(13, 11), largeParts, Size(3, 2), BORDER_WRAP, "SPARSE=1,ROWS=2,WG_Y=1", 7, 7},
    {CV_8UC1, CV_8U, Size(16, 4), largeParts, Size(17, 40), BORDER_CONSTANT, "SPARSE=1,ROWS=4,WG_Y=1", 3, 3},
    // Blocks of two rows: columns of 2, 3 and 4 words, rows, slices, types.
    {CV_8UC1, CV_8U, Size(21, 21), floats, Size(200, 27), BORDER_REFLECT_101, "BLOCKS=1,ROWS=8,WG_Y=1", 4, 4},
    {CV_8UC1, CV_8U, Size(25, 9), binary, Size(170, 21), BORDER_REPLICATE, "BLOCKS=1,ROWS=12,WG_Y=1", 22, 22},
    {CV_8UC1, CV_16S, Size(19, 6), largeParts, Size(147, 19), BORDER_REFLECT, "BLOCKS=1,ROWS=4,WG_Y=2", 13, 2, 0.5},
    {CV_8UC1, CV_32F, Size(24, 10), fewBits, Size(141, 17), BORDER_WRAP, "BLOCKS=1,ROWS=6,WG_Y=1", 3, 0, 1},
    {CV_8UC1, CV_8U, Size(17, 1), floats, Size(150, 5), BORDER_REPLICATE, "BLOCKS=1,ROWS=2,WG_Y=1", 2, 2},
    {CV_8UC1, CV_8U, Size(18, 2), parts, Size(150, 9), BORDER_CONSTANT, "BLOCKS=1,ROWS=16,WG_Y=1", 2, 2, 20},
    {CV_8UC1, CV_8U, Size(22, 7), floats, Size(131, 40), BORDER_REFLECT_101, "BLOCKS=1,ROWS=10,WG_Y=1", 1, 1},
    {CV_8UC1, CV_8U, Size(31, 5), parts, Size(190, 9), BORDER_REFLECT_101, "BLOCKS=1,ROWS=4,WG_Y=1", 2, 2},
    {CV_8UC1, CV_8U, Size(26, 4), floats, Size(150, 9), BORDER_WRAP, "BLOCKS=1,ROWS=4,WG_Y=1", 2, 2},
    {CV_8UC1, CV_8U, Size(49, 3), largeParts, Size(190, 7), BORDER_REFLECT, "BLOCKS=1,ROWS=2,WG_Y=1", 2, 2},
    {CV_8UC1, CV_8U, Size(41, 4), floats, Size(190, 7), BORDER_CONSTANT, "BLOCKS=1,ROWS=2,WG_Y=1", 2, 2},
    {CV_8SC1, CV_8S, Size(23, 5), floats, Size(150, 19), BORDER_REFLECT, "BLOCKS=1,ROWS=6,WG_Y=1", 2, 2},
    {CV_8UC2, CV_8U, Size(21, 5), parts, Size(150, 13), BORDER_REFLECT_101, "BLOCKS=1,ROWS=4,WG_Y=1", 20, 20},
    {CV_8UC3, CV_8U, Size(21, 7), floats, Size(133, 17), BORDER_WRAP, "BLOCKS=1,ROWS=6,WG_Y=1", 1, 1, 9},
    {CV_8UC3, CV_16U, Size(33, 4), largeParts, Size(133, 9), BORDER_REPLICATE, "BLOCKS=1,ROWS=4,WG_Y=1", 1, 2},
    {CV_8UC4, CV_8U, Size(20, 9), floats, Size(133, 13), BORDER_REFLECT, "BLOCKS=1,ROWS=4,WG_Y=1", 12, 12},
    // In a loop over slots, at any address, in regions, on images smaller than the filter.
    {CV_8UC1, CV_8U, Size(21, 7), floats, Size(200, 17), BORDER_REFLECT_101, "BLOCKS=1,ROWS=8,WG_Y=1,UNROLL=0", 4, 4},
    {CV_8UC4, CV_8U, Size(37, 3), largeParts, Size(150, 9), BORDER_REFLECT, "BLOCKS=1,ROWS=4,WG_Y=1,UNROLL=0", 0, 4},
    {CV_8UC1, CV_8U, Size(21, 9), floats, Size(201, 17), BORDER_REFLECT_101, "BLOCKS=1,ROWS=4,WG_Y=1", 0, 0, 0, 3},
    {CV_8UC3, CV_8U, Size(25, 5), floats, Size(201, 9), BORDER_REFLECT, "BLOCKS=1,ROWS=4,WG_Y=1", 0, 0, 0, 1},
    {CV_8UC4, CV_8U, Size(18, 9), largeParts, Size(150, 17), BORDER_CONSTANT, "BLOCKS=1,ROWS=4,WG_Y=1", 8, 8, 0, 0,
     Point(17, 8), Rect(1, 2, 130, 7)},
    {CV_8UC1, CV_8U, Size(23, 3), floats, Size(190, 16), BORDER_REPLICATE | BORDER_ISOLATED, "BLOCKS=1,ROWS=6,WG_Y=1",
     2, 1, 0, 0, Point(0, 0), Rect(5, 3, 170, 9)},
    {CV_8UC1, CV_8U, Size(21, 21), floats, Size(1, 1), BORDER_REFLECT_101, "BLOCKS=1,ROWS=8,WG_Y=1"},
    {CV_8UC3, CV_8U, Size(19, 11), largeParts, Size(3, 2), BORDER_WRAP, "BLOCKS=1,ROWS=2,WG_Y=1", 7, 7},
    {CV_8UC1, CV_8U, Size(24, 4), parts, Size(17, 40), BORDER_CONSTANT, "BLOCKS=1,ROWS=8,WG_Y=1", 3, 3},
    // Images smaller than the filter.
    {CV_8UC1, CV_8U, Size(15, 15), parts, Size(1, 1), BORDER_REFLECT_101, "ROWS=2,WG_Y=1"},
    {CV_8UC3, CV_8U, Size(9, 9), largeParts, Size(3, 2), BORDER_WRAP, "ROWS=2,WG_Y=1", 7, 7},
};

CLCONV_INSTANTIATE(Cases, Clconv_EmulatedMma, testing::ValuesIn(cases));

}} // namespace opencv_test
