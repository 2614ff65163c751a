// SPDX-License-Identifier: Apache-2.0
//
// Images large enough that most tiles are interior, with rows aligned for vectors and unaligned: these take the
// implementations' fast paths, which the sizes of the other tests seldom reach.

#include "cases/variants.hpp"

#include <set>

namespace opencv_test { namespace {

//! The implementations that have code for aligned rows and that the device supports.
std::vector<Variant> alignedVariants()
{
    static const std::set<std::string> names = {"direct", "separable", "separable_mma", "mma"};
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
    bool isSupported() const { return isForThisDevice(GetParam()); }

    //! Tests a separate image, and a region inside a parent that begins at an aligned address.
    void expectRightAligned(int srcType, int dstDepth, Size kernelSize, const Mat& kernel = Mat())
    {
        FilterCase filterCase = caseFor(GetParam(), srcType, dstDepth, kernelSize, BORDER_REFLECT_101);
        if (!kernel.empty())
            filterCase.kernel = kernel;
        for (const FilterCase& laidOut : alignedLayouts(filterCase))
            expectRightOnce(GetParam(), laidOut);
    }
};

TEST_P(Clconv_Aligned, filtersBytesOfEveryChannelCount)
{
    if (!isSupported())
        CLCONV_SKIP("the device has no such matrix units");
    for (int cn = 1; cn <= 4; cn++)
    {
        expectRightAligned(CV_8UC(cn), CV_8U, Size(5, 5));
        if (!GetParam().mma) // other implementations have only one code path for these
            continue;
        expectRightAligned(CV_8UC(cn), CV_8U, Size(18, 4));
        expectRightAligned(CV_8SC(cn), CV_8S, Size(9, 3));
    }
}

TEST_P(Clconv_Aligned, takesRowsOfAnyLength)
{
    if (!isSupported())
        CLCONV_SKIP("the device has no such matrix units");
    static const int columns[] = {9, 18, 1, 3, 8, 10, 17, 33, 34, 49};
    for (size_t i = 0; i < (GetParam().mma ? sizeof(columns) / sizeof(columns[0]) : 2); i++)
        expectRightAligned(i % 2 ? CV_8UC4 : CV_8UC1, CV_8U, Size(columns[i], 3));
    expectRightAligned(CV_32FC1, CV_32F, Size(7, 5));
    expectRightAligned(CV_32FC4, CV_32F, Size(5, 3));
}

TEST_P(Clconv_Aligned, takesColumnsOfAnyLength)
{
    if (!isSupported())
        CLCONV_SKIP("the device has no such matrix units");
    static const int rows[] = {8, 1, 2, 4, 31};
    for (size_t i = 0; i < (GetParam().mma ? sizeof(rows) / sizeof(rows[0]) : 1); i++)
        expectRightAligned(i % 2 ? CV_8UC3 : CV_8UC1, CV_8U, Size(7, rows[i]));
}

//! With integer coefficients nothing is rounded, so float results are exact too.
TEST_P(Clconv_Aligned, givesFloatsOfIntegerKernels)
{
    if (!isSupported())
        CLCONV_SKIP("the device has no such matrix units");
    const Mat row = Mat_<float>({1, 5}, {1, -2, 3, 2, 1}), column = Mat_<float>({5, 1}, {1, 2, -1, 4, 3});
    expectRightAligned(CV_8UC1, CV_32F, Size(5, 5), column * row);
    expectRightAligned(CV_8UC3, CV_16S, Size(5, 5), column * row);
}

//! Rows of an odd number of pixels, or of a number that aligns them for eight bytes. Regions begin at each of some
//! pixels.
struct AnyAddress
{
    int srcType, dstDepth;
    Size kernel;
    int columns; //!< of the parents
};

void expectRightAtAnyAddress(const Variant& variant, const AnyAddress& c)
{
    const int last = CV_ELEM_SIZE(c.srcType) == 1 ? 35 : 33;
    for (int x = 32; x <= last; x++)
    {
        FilterCase filterCase = caseFor(variant, c.srcType, c.dstDepth, c.kernel, BORDER_REFLECT);
        filterCase.size = Size(290, 33);
        filterCase.srcParent = filterCase.dstParent = Size(c.columns, 96);
        filterCase.srcOrigin = Point(x, 9);
        filterCase.dstOrigin = Point(64 - x, 48);
        filterCase.seed = unsigned(x);
        expectRightOnce(variant, filterCase);
    }
}

TEST_P(Clconv_Aligned, filtersRowsAtAnyAddress)
{
    if (!isSupported())
        CLCONV_SKIP("the device has no such matrix units");
    const Size small(7, 3), wide(15, 3);
    std::vector<AnyAddress> cases = {
        {CV_8UC1, CV_8U, small, 387}, {CV_8UC3, CV_8U, small, 387}, {CV_8UC1, CV_16S, small, 387}};
    if (GetParam().mma)
        cases.insert(cases.end(), {{CV_8UC1, CV_8U, wide, 387},
                                   {CV_8UC2, CV_8U, small, 387},
                                   {CV_8UC3, CV_16S, small, 387},
                                   {CV_8UC4, CV_8S, wide, 387},
                                   {CV_8SC3, CV_8S, Size(15, 4), 387},
                                   {CV_8UC4, CV_8U, wide, 386}});
    else
        cases.insert(cases.end(),
                     {{CV_16UC1, CV_16U, small, 387}, {CV_32FC1, CV_32F, small, 387}, {CV_32FC1, CV_32F, small, 386}});
    for (const AnyAddress& c : cases)
        expectRightAtAnyAddress(GetParam(), c);
}

CLCONV_INSTANTIATE(All, Clconv_Aligned, testing::ValuesIn(alignedVariants()), variantName);

//! Banks and specialized programs share the device code of `direct`, but not its tile shapes.
TEST(Clconv_AlignedSharedCode, filterRowsAtAnyAddress)
{
    for (const Variant& variant : {bankVariantOf("direct:PX=8,ROWS=1"), variantOf("specialized:PX=8,ROWS=2")})
        for (const AnyAddress& c :
             {AnyAddress{CV_8UC1, CV_8U, Size(5, 3), 387}, AnyAddress{CV_16UC1, CV_16U, Size(5, 3), 387}})
            expectRightAtAnyAddress(variant, c);
}

//! Border tiles have their own work-groups: here several rows of groups, with unused work-items.
TEST(Clconv_AlignedSharedCode, numberBorderTiles)
{
    const std::string shape = ":WG_X=3,WG_Y=2,PX=4,ROWS=2";
    for (const Variant& variant :
         {variantOf("direct" + shape), bankVariantOf("direct" + shape), variantOf("specialized" + shape)})
        for (Size kernel : {Size(5, 7), Size(9, 1)})
            for (const FilterCase& laidOut : alignedLayouts(caseFor(variant, CV_8UC1, CV_8U, kernel, BORDER_REFLECT)))
                expectRightOnce(variant, laidOut);
}

void expectRightForced(int depth, const std::string& force)
{
    RNG rng(6);
    FilterCase filterCase;
    filterCase.srcType = CV_MAKETYPE(depth, 1);
    filterCase.kernel = randomKernel(Size(3, 3), depth, depth, Coefficients::OuterProduct, rng);
    filterCase.force = force;
    for (const FilterCase& laidOut : alignedLayouts(filterCase))
        EXPECT_TRUE(isRight(laidOut, clconv::parseForce(force).name));
}

//! Vectors of two bytes to eight words, loaded as vectors or scalar by scalar.
TEST(Clconv_AlignedSharedCode, loadVectorsOfAnyWidth)
{
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S})
        for (int vec : {2, 8, 16})
            expectRightForced(depth, cv::format("direct:PX=16,VEC=%d", vec));
}

//! Integers loaded as the bits of denormal floats.
TEST(Clconv_AlignedSharedCode, takeIntegersAsDenormals)
{
    if (!clconv::traitsOf(ocl::Device::getDefault()).denormals)
        CLCONV_SKIP("the device flushes them to zero");
    for (int depth : {CV_8U, CV_16U})
    {
        for (int vec : {1, 2, 4, 16})
            expectRightForced(depth, cv::format("direct:PX=16,DENORM_OPERANDS=1,VEC=%d", vec));
        for (int vec : {4, 16})
            expectRightForced(depth, cv::format("separable:DENORM_OPERANDS=1,VEC=%d", vec));
    }
}

}} // namespace opencv_test
