// SPDX-License-Identifier: Apache-2.0
//
// Compares the kernel of `separable_mma`, run on the host, with the oracle: types, borders, layouts in memory, tiles at
// the edges of images, and numbers beyond the range of matrix units.

#include "support/test_precomp.hpp"
#include "support/fake_devices.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/matrix/factor_parts.hpp"
#include "matrix/emulation/emulation.hpp"
#include "matrix/emulation/lanes.hpp"
#include "matrix/emulation/padded_image.hpp"

#include <cmath>
#include <limits>

namespace clconv_test {

extern "C" unsigned emulatedHalfPair(float low, float high);
extern "C" void emulatedFloatProduct(float* sum, int half, int first, unsigned a0, unsigned a1, unsigned a2,
                                     unsigned a3, unsigned b0, unsigned b1);

} // namespace clconv_test

namespace opencv_test { namespace {

using clconv_test::EmulatedKernel;
using clconv_test::Padded;

struct EmulatedCase
{
    int type;
    Size filter, size;
    int border;
    const char* parameters;
    size_t offset, padding; //!< bytes of the source
    double delta;
    int products; //!< number of outer products whose sum is the filter
};

void PrintTo(const EmulatedCase& c, std::ostream* out)
{
    *out << cv::typeToString(c.type) << ' ' << c.size << ", filter " << c.filter << ", border " << c.border << ", "
         << c.parameters;
}

//! Positive taps.
Mat factor(int taps, double sum)
{
    RNG rng(static_cast<unsigned>(taps));
    Mat values(1, taps, CV_64F);
    rng.fill(values, RNG::UNIFORM, 0.1, 1.);
    Mat result;
    values.convertTo(result, CV_32F, sum / cv::sum(values)[0]);
    return result;
}

class Clconv_Emulated : public testing::TestWithParam<EmulatedCase>
{
protected:
    void SetUp() override
    {
        if (std::string(CLCONV_CLANG_PROGRAM).empty())
            CLCONV_SKIP("clang is not installed");
    }

    //! Filters an image of the case's size and type.
    void expectRight(const Mat& image)
    {
        const EmulatedCase& c = GetParam();
        const Mat row = factor(c.filter.width, 1), column = factor(c.filter.height, 1);
        Mat kernel = column.t() * row;
        for (int i = 1; i < c.products; i++)
            kernel += factor(c.filter.height + i, 1).colRange(i, c.filter.height + i).t() *
                      factor(c.filter.width + i, 1).colRange(i, c.filter.width + i) * 0.5;
        kernel = kernel * (1 / (1 + 0.5 * (c.products - 1))); // sums of bytes stay in range, half floats exact enough
        const size_t vector = 16, row16 = size_t(c.size.width) * CV_ELEM_SIZE(c.type) % vector;
        Padded src(c.size, c.type, c.offset, c.padding), dst(c.size, c.type, 0, 2 * vector - row16);
        image.copyTo(src.mat);
        const clconv::Coefficients taps =
            c.products > 1 ? clconv::analyse(kernel, CV_32F) : clconv::outerProduct(row, column, CV_32F);
        ASSERT_EQ(c.products, taps.rank);
        const clconv::Layout from = {c.type, c.size, c.size, Point(), src.step, c.offset};
        const clconv::Layout to = {c.type, c.size, c.size, Point(), dst.step, 0};
        const Point anchor(c.filter.width / 2, c.filter.height / 2);
        clconv::Description call = clconv::describe(from, to, c.filter, anchor, c.border, taps);
        const clconv::Plan plan = clconv::makePlan(call.problem, ::programs::devices::h200(),
                                                   clconv::parseForce("separable_mma:" + std::string(c.parameters)));
        ASSERT_EQ("separable_mma", nameOf(plan)) << plan.warning;
        const bool half = plan.layout.kind == clconv::CoefficientKind::HalfParts;
        EXPECT_EQ(CV_MAT_DEPTH(c.type) == CV_8U, half);
        const std::vector<uchar> operands = clconv::factorParts(
            taps.factors, c.filter, half ? clconv::CoefficientKind::HalfParts : clconv::CoefficientKind::Tf32Parts);
        const EmulatedKernel emulated(plan, CLCONV_CLANG_PROGRAM);
        emulated.run(call.problem, call.geometry, src.first - c.offset, dst.first, operands, c.delta);
        EXPECT_TRUE(dst.paddingIsUntouched());
        expectPromised(src.mat, dst.mat, kernel, row, column);
    }

    //! @param kernel of a sum of products; for a single product the factors count
    void expectPromised(const Mat& src, const Mat& result, const Mat& kernel, const Mat& row, const Mat& column)
    {
        const EmulatedCase& c = GetParam();
        Mat taps, rowTaps, columnTaps;
        kernel.convertTo(taps, CV_64F);
        row.convertTo(rowTaps, CV_64F);
        column.reshape(1, column.cols).convertTo(columnTaps, CV_64F);
        if (c.products == 1)
            taps = columnTaps * rowTaps;
        const FilterInput input = {src, taps, Point(-1, -1), c.delta, c.border, src.depth()};
        if (src.depth() == CV_32F)
            EXPECT_EQ(0, countBrokenPromises(input, result, Tolerance::PlainSum));
        else
            EXPECT_EQ("", findDifference(result, exactSums(input),
                                         c.products > 1         ? Tolerance::FactoredSumHalf
                                         : src.depth() == CV_8U ? Tolerance::FactoredHalf
                                                                : Tolerance::PlainSum));
    }

    Mat randomPixels() const
    {
        RNG rng(9);
        Mat image(GetParam().size, GetParam().type);
        if (image.depth() == CV_32F)
            rng.fill(image, RNG::UNIFORM, -1, 1);
        else
            rng.fill(image, RNG::UNIFORM, 0, image.depth() == CV_8U ? 256 : 65536);
        return image;
    }
};

TEST_P(Clconv_Emulated, separableMmaIsRight)
{
    expectRight(randomPixels());
}

TEST_P(Clconv_Emulated, separableMmaKeepsItsPromiseOfAnyFloats)
{
    if (CV_MAT_DEPTH(GetParam().type) != CV_32F)
        return;
    Mat special = randomPixels();
    const int last = special.cols * special.channels() - 1;
    special.ptr<float>(0)[0] = std::numeric_limits<float>::infinity();
    special.ptr<float>(special.rows / 2)[last / 2] = std::numeric_limits<float>::quiet_NaN();
    special.ptr<float>(special.rows - 1)[last] = -std::numeric_limits<float>::infinity();
    expectRight(special);
    for (double scale : {1e-30, 1e37})
        expectRight(randomPixels() * scale);
}

//! Work-groups at the left, right, upper and lower edge, and in two cases one in the middle.
const EmulatedCase cases[] = {
    {CV_8UC1, Size(15, 15), Size(70, 50), BORDER_REFLECT_101, "SEGMENT=32,WG_Y=2", 0, 58, 0, 1},
    {CV_8UC1, Size(31, 9), Size(176, 37), BORDER_CONSTANT, "SEGMENT=64,WG_Y=1,STAGE_GROUPS=1", 0, 16, 2.5, 1},
    {CV_8UC2, Size(5, 5), Size(17, 33), BORDER_REPLICATE, "SEGMENT=16,WG_Y=1,STAGES=2", 0, 14, 0, 1},
    {CV_8UC3, Size(15, 11), Size(70, 50), BORDER_REFLECT, "SEGMENT=32,WG_Y=2", 0, 30, 0, 1},
    {CV_8UC3, Size(9, 9), Size(33, 17), BORDER_REFLECT_101, "SEGMENT=32,WG_Y=1", 5, 1, -3, 1}, // not aligned
    {CV_8UC4, Size(9, 9), Size(70, 50), BORDER_WRAP, "SEGMENT=32,WG_Y=2,STAGE_GROUPS=2", 0, 8, 0, 1},
    {CV_8UC1, Size(15, 15), Size(70, 50), BORDER_REFLECT_101, "SEGMENT=32,WG_Y=2,COPY_BYTES=8", 0, 58, 0, 1},
    {CV_8UC1, Size(17, 9), Size(71, 37), BORDER_CONSTANT, "SEGMENT=48,WG_Y=1,COPY_BYTES=8", 8, 1, 0, 1},
    {CV_8UC3, Size(13, 11), Size(70, 50), BORDER_WRAP, "SEGMENT=32,WG_Y=2,COPY_BYTES=8", 0, 30, 0, 1},
    {CV_8UC1, Size(15, 15), Size(70, 50), BORDER_REFLECT, "SEGMENT=32,WG_Y=2", 0, 58, 0.5, 2},
    {CV_8UC1, Size(31, 17), Size(90, 20), BORDER_REPLICATE, "SEGMENT=48,WG_Y=1", 0, 6, 0, 3},
    {CV_8UC3, Size(9, 11), Size(41, 35), BORDER_REFLECT_101, "SEGMENT=32,WG_Y=2", 0, 5, 0, 2},
    {CV_16UC1, Size(15, 9), Size(70, 40), BORDER_REFLECT, "SEGMENT=48,WG_Y=1", 0, 20, 0, 1},
    {CV_32FC1, Size(15, 15), Size(70, 50), BORDER_REPLICATE, "SEGMENT=32,WG_Y=2", 0, 8, 0.25, 1},
    {CV_32FC1, Size(9, 17), Size(1, 1), BORDER_REFLECT_101, "SEGMENT=16,WG_Y=1", 4, 4, 0, 1},
    {CV_32FC3, Size(9, 9), Size(41, 35), BORDER_REFLECT_101, "SEGMENT=32,WG_Y=2", 0, 4, 0, 1}};

CLCONV_INSTANTIATE(Cases, Clconv_Emulated, testing::ValuesIn(cases));

//! What a matrix instruction adds to 1, which is a product or the sum so far, if `count` other products are 2^exponent.
double addedToOne(bool productIsOne, int count, int exponent)
{
    float sum[4] = {productIsOne ? 0.f : 1.f, 0, 0, 0}, first = 0;
    const auto factor = [&](int k, int power) {
        return k == 0 && productIsOne ? 1.f : k >= 1 && k <= count ? std::ldexp(1.f, power) : 0.f;
    };
    clconv_test::forEachWorkItem(1, 1, 1,
                                 [&]()
                                 {
                                     const int lane = int(clconv_test::currentItem().lane), k = 2 * lane;
                                     const bool used = lane < 4; // only the first row of A and the first column of B
                                     unsigned a[2] = {0, 0}, b[2] = {0, 0};
                                     for (int half = 0; half < 2 && used; half++)
                                     {
                                         const int at = k + 8 * half, power = exponent + 12;
                                         a[half] = clconv_test::emulatedHalfPair(factor(at, -12), factor(at + 1, -12));
                                         b[half] =
                                             clconv_test::emulatedHalfPair(factor(at, power), factor(at + 1, power));
                                     }
                                     float own[4] = {sum[0], 0, 0, 0};
                                     clconv_test::emulatedFloatProduct(own, 1, 0, a[0], 0, a[1], 0, b[0], b[1]);
                                     if (lane == 0)
                                         first = own[0];
                                 });
    return double(first) - 1;
}

//! Measured on an NVIDIA H200, in units of the last bit of 1.
TEST(Clconv_EmulatedSum, keepsTwoBitsMoreThanAFloatOfEachAddend)
{
    const int counts[][3] = {{-23, 3, 3}, {-24, 1, 0}, {-24, 3, 1},  {-24, 15, 7},
                             {-25, 3, 0}, {-25, 7, 1}, {-25, 15, 3}, {-26, 15, 0}};
    for (const auto& c : counts)
        for (bool productIsOne : {true, false})
            EXPECT_EQ(std::ldexp(c[2], -23), addedToOne(productIsOne, c[1], c[0])) << c[1] << " of 2^" << c[0];
}

}} // namespace opencv_test
