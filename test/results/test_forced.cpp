// SPDX-License-Identifier: Apache-2.0
//
// Every implementation, forced in turn, against the oracle: depths, channels, borders, kernel sizes, layouts.

#include "cases/variants.hpp"

namespace opencv_test { namespace {

class Clconv_Forced : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_Forced, filtersEachFamilyOfDepths)
{
    // Each depth as source and as destination; Clconv_Depths covers all 49 pairs.
    for (int depth : depths())
        expectRight(GetParam(), caseFor(GetParam(), depth, depth, Size(5, 3), BORDER_REFLECT_101));
    static const int pairs[][2] = {{CV_8U, CV_16S}, {CV_16S, CV_32F}, {CV_32F, CV_8U}, {CV_8U, CV_64F}};
    for (const auto& pair : pairs)
        expectRight(GetParam(), caseFor(GetParam(), pair[0], pair[1], Size(5, 3), BORDER_REFLECT_101));
}

TEST_P(Clconv_Forced, filtersChannelsByThemselves)
{
    // Wide rather than tall: channels affect the rows of taps, and each further row takes longer to build.
    for (int cn = 2; cn <= 5; cn++)
        expectRight(GetParam(), caseFor(GetParam(), CV_8UC(cn), CV_8U, Size(3, 2), entry(borderTypes(), cn - 2)));
    expectRight(GetParam(), caseFor(GetParam(), CV_32FC3, CV_32F, Size(4, 1), BORDER_REFLECT));
    expectRight(GetParam(), caseFor(GetParam(), CV_32FC4, CV_32F, Size(3, 2), BORDER_REFLECT_101));
    expectRight(GetParam(), caseFor(GetParam(), CV_16SC2, CV_16S, Size(4, 2), BORDER_REPLICATE));
    expectRight(GetParam(), caseFor(GetParam(), CV_64FC3, CV_64F, Size(3, 2), BORDER_REFLECT_101));
}

TEST_P(Clconv_Forced, makesUpEveryBorder)
{
    for (int border : borderTypes())
    {
        FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(7, 5), border);
        expectRight(GetParam(), filterCase);
        filterCase.border |= BORDER_ISOLATED;
        filterCase.seed = 2;
        expectRight(GetParam(), filterCase);
    }
}

TEST_P(Clconv_Forced, takesKernelsOfAnySize)
{
    static const int sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {4, 6}, {11, 11}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        expectRight(GetParam(), caseFor(GetParam(), CV_8UC1, CV_8U, Size(sizes[i][0], sizes[i][1]), BORDER_REFLECT));
    expectRight(GetParam(), caseFor(GetParam(), CV_32FC1, CV_32F, Size(9, 2), BORDER_WRAP));
}

TEST_P(Clconv_Forced, takesKernelsLargerThanTheImage)
{
    expectRight(GetParam(), caseFor(GetParam(), CV_8UC1, CV_16S, Size(31, 29), BORDER_REFLECT_101));
    // Transforms use the programs of Clconv_Fft.takesFiltersOfAnySize, because PoCL takes half a minute to compile one.
    FilterCase large = GetParam().fft ? caseFor(GetParam(), CV_32FC1, CV_32F, Size(101, 101), BORDER_REFLECT_101)
                                      : caseFor(GetParam(), CV_8UC1, CV_8U, Size(101, 101), BORDER_REPLICATE);
    large.size = Size(19, 13);
    large.anchor = Point(100, 3);
    expectRightOnce(GetParam(), large);
}

void expectSumsOfProducts(const Variant& variant, RNG& rng)
{
    const Size size(13, 11); // enough taps for four products to save some
    for (int type : {CV_8UC1, CV_16SC3, CV_32FC1})
    {
        FilterCase filterCase = caseFor(variant, type, CV_MAT_DEPTH(type), size, BORDER_REFLECT_101);
        filterCase.kernel = randomKernel(size, CV_MAT_DEPTH(type), -1, Coefficients::SumOfProducts, rng);
        expectRight(variant, filterCase, 4);
    }
    FilterCase cancelling = caseFor(variant, CV_32FC1, CV_32F, Size(15, 15), BORDER_REFLECT_101);
    const Mat narrow = getGaussianKernel(15, 2, CV_64F), wide = getGaussianKernel(15, 3.2, CV_64F);
    Mat(narrow * narrow.t() - wide * wide.t()).convertTo(cancelling.kernel, CV_32F);
    expectRight(variant, cancelling, 4);
}

TEST_P(Clconv_Forced, takesAnyCoefficients)
{
    RNG rng(5);
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REFLECT_101);
    for (int kind = 0; kind < 3 && !GetParam().factored; kind++)
    {
        static const Coefficients kinds[] = {Coefficients::Sparse, Coefficients::Integers, Coefficients::Random};
        filterCase.kernel = randomKernel(Size(5, 3), CV_8U, CV_8U, kinds[kind], rng);
        expectRight(GetParam(), filterCase, 2);
    }
    filterCase.kernel = randomKernel(Size(5, 3), CV_8U, CV_8U, Coefficients::Box, rng);
    expectRight(GetParam(), filterCase, 2);
    if (GetParam().sums)
        expectSumsOfProducts(GetParam(), rng);
    filterCase.kernel = Mat(3, 5, CV_16S, Scalar(-7));
    expectRight(GetParam(), filterCase, 2);
}

//! Sums of integers below 2^24 are exact in float, so no tolerance is needed, not even for ties.
TEST_P(Clconv_Forced, roundsExactSumsOnce)
{
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_16S, Size(5, 3), BORDER_REPLICATE);
    const Mat row = Mat_<float>({1, 5}, {1, -2, 3, 2, 1}), column = Mat_<float>({3, 1}, {1, 2, -1});
    filterCase.size = Size(53, 38);
    filterCase.anchor = Point(4, 0);
    for (bool ties : {false, true})
    {
        filterCase.kernel = column * row * (ties ? 0.125 : 1.);
        filterCase.delta = ties ? 0.5 : 3;
        expectRightOnce(GetParam(), filterCase);
    }
}

//! Sizes of each implementation's own blocks, and one more or less.
TEST_P(Clconv_Forced, filtersSizesAroundItsBlocks)
{
    static const int lengths[] = {2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257};
    FilterCase filterCase = caseFor(GetParam(), CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
    {
        filterCase.size = Size(lengths[i], 5 + int(i));
        expectRightOnce(GetParam(), filterCase);
        filterCase.size = Size(7 + int(i), lengths[i]);
        expectRightOnce(GetParam(), filterCase);
    }
}

CLCONV_INSTANTIATE(All, Clconv_Forced, testing::ValuesIn(variants()), variantName);

}} // namespace opencv_test
