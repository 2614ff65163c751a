// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Images large enough that most work-items lie inside, whose rows begin at addresses for whole vectors, or anywhere: there
// implementations take their fast ways, which the sizes of the other tests seldom reach.

#include "variants.hpp"

#include <set>

namespace opencv_test
{
namespace
{

//! The implementations that tell aligned rows apart; those that the device does not have are left out.
std::vector<Variant> alignedVariants()
{
    static const std::set<std::string> names = {"direct", "separable", "mma"};
    std::vector<Variant> chosen;
    const std::vector<Variant> all = variants();
    for (size_t i = 0; i < all.size(); i++)
        if (names.count(all[i].name))
            chosen.push_back(all[i]);
    return chosen;
}

class Clconv_Aligned : public testing::TestWithParam<Variant>
{
protected:
    bool there() const
    {
        return !GetParam().products || clconv::traitsOf(ocl::Device::getDefault()).nvidiaCompute >= 80;
    }

    //! An image of its own, and a region inside a parent that begins at an aligned address.
    void expectRightAligned(int srcType, int dstDepth, Size kernelSize, const Mat& kernel = Mat())
    {
        Trial trial = trialFor(GetParam(), srcType, dstDepth, kernelSize, BORDER_REFLECT_101);
        if (!kernel.empty())
            trial.kernel = kernel;
        for (const Trial& laidOut : alignedLayouts(trial))
            expectRightAlone(GetParam(), laidOut);
    }
};

TEST_P(Clconv_Aligned, filtersBytesOfEveryChannelCount)
{
    if (!there())
        CLCONV_SKIP("the device has no such matrix units");
    for (int cn = 1; cn <= 4; cn++)
    {
        expectRightAligned(CV_8UC(cn), CV_8U, Size(5, 5));
        if (!GetParam().products) // others do not tell these apart
            continue;
        expectRightAligned(CV_8UC(cn), CV_8U, Size(18, 4));
        expectRightAligned(CV_8SC(cn), CV_8S, Size(9, 3));
    }
}

TEST_P(Clconv_Aligned, takesRowsOfAnyLength)
{
    if (!there())
        CLCONV_SKIP("the device has no such matrix units");
    static const int columns[] = {9, 18, 1, 3, 8, 10, 17, 33, 34, 49};
    for (size_t i = 0; i < (GetParam().products ? sizeof(columns) / sizeof(columns[0]) : 2); i++)
        expectRightAligned(i % 2 ? CV_8UC4 : CV_8UC1, CV_8U, Size(columns[i], 3));
    expectRightAligned(CV_32FC1, CV_32F, Size(7, 5));
    expectRightAligned(CV_32FC4, CV_32F, Size(5, 3));
}

TEST_P(Clconv_Aligned, takesColumnsOfAnyLength)
{
    if (!there())
        CLCONV_SKIP("the device has no such matrix units");
    static const int rows[] = {8, 1, 2, 4, 31};
    for (size_t i = 0; i < (GetParam().products ? sizeof(rows) / sizeof(rows[0]) : 1); i++)
        expectRightAligned(i % 2 ? CV_8UC3 : CV_8UC1, CV_8U, Size(7, rows[i]));
}

//! Integer coefficients leave nothing to rounding, so float results are possible too.
TEST_P(Clconv_Aligned, givesFloatsOfIntegerKernels)
{
    if (!there())
        CLCONV_SKIP("the device has no such matrix units");
    const Mat row = (Mat_<float>(1, 5) << 1, -2, 3, 2, 1), column = (Mat_<float>(5, 1) << 1, 2, -1, 4, 3);
    expectRightAligned(CV_8UC1, CV_32F, Size(5, 5), column * row);
    expectRightAligned(CV_8UC3, CV_16S, Size(5, 5), column * row);
}

//! Rows of 387 pixels, regions that begin at any of them.
TEST_P(Clconv_Aligned, filtersRowsAtAnyAddress)
{
    if (!there())
        CLCONV_SKIP("the device has no such matrix units");
    struct
    {
        int srcType, dstDepth;
        Size kernel;
        bool productsToo;
    } const cases[] = {{CV_8UC1, CV_8U, Size(7, 3), true},    {CV_8UC3, CV_8U, Size(7, 3), true},
                       {CV_8UC1, CV_16S, Size(7, 3), true},   {CV_16UC1, CV_16U, Size(7, 3), false},
                       {CV_32FC1, CV_32F, Size(7, 3), false}, {CV_8UC2, CV_8U, Size(7, 3), true},
                       {CV_8UC4, CV_8S, Size(15, 3), true},   {CV_8SC3, CV_8S, Size(15, 4), true}};
    const int all = int(sizeof(cases) / sizeof(cases[0])), forOthers = 5;
    for (int i = 0; i < (GetParam().products ? all : forOthers); i++)
        for (int x = 32; x < (i == 0 ? 36 : 34) && (cases[i].productsToo || !GetParam().products); x++)
        {
            Trial trial = trialFor(GetParam(), cases[i].srcType, cases[i].dstDepth, cases[i].kernel, BORDER_REFLECT);
            trial.size = Size(290, 33);
            trial.srcParent = trial.dstParent = Size(387, 96);
            trial.srcOrigin = Point(x, 9);
            trial.dstOrigin = Point(64 - x, 48);
            trial.seed = unsigned(x);
            expectRightAlone(GetParam(), trial);
        }
}

CLCONV_INSTANTIATE(All, Clconv_Aligned, testing::ValuesIn(alignedVariants()));

} // namespace
} // namespace opencv_test
