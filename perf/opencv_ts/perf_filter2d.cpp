// SPDX-License-Identifier: Apache-2.0
//
// The counterparts of OpenCV's performance tests of filter2D and sepFilter2D on UMat, with the same sizes and types and
// more kernel sizes. Each exists twice: for clconv's function and, with the suffix _Stock, for OpenCV's.

#include "perf_precomp.hpp"

#ifdef HAVE_OPENCL

namespace opencv_test { namespace ocl {

typedef tuple<Size, MatType, int> FilterParams; // image size, type, kernel size

//! Creates images and coefficients and times one function.
class ClconvFixture : public TestBaseWithParam<FilterParams>
{
protected:
    //! Measures calls whose program is built: OpenCV's functions on the CPU compute those before.
    //! @param filter is called with source and destination
    template<typename Filter>
    void measure(const Filter& filter)
    {
        const Size size = get<0>(GetParam());
        const int type = get<1>(GetParam());
        checkDeviceMaxMemoryAllocSize(size, type);
        UMat src(size, type), dst(size, type);
        declare.in(src, WARMUP_RNG).out(dst);
        clconv::setColdCalls(clconv::COLD_WAIT);
        filter(src, dst);
        OCL_TEST_CYCLE() filter(src, dst);
        SANITY_CHECK_NOTHING(); // accuracy tests check the results
    }

    //! Random coefficients with sum 1, so that 8-bit results do not saturate.
    Mat kernel(bool oneRow = false) const
    {
        const int ksize = get<2>(GetParam());
        Mat values(oneRow ? 1 : ksize, ksize, CV_32FC1);
        theRNG().fill(values, RNG::UNIFORM, 0, 1);
        return Mat(values / sum(values)[0]);
    }
};

#define CLCONV_PERF_PARAMS ::testing::Combine(OCL_TEST_SIZES, OCL_TEST_TYPES, OCL_PERF_ENUM(3, 5, 7, 9, 15))

OCL_PERF_TEST_P(ClconvFixture, Filter2D, CLCONV_PERF_PARAMS)
{
    const Mat coefficients = kernel();
    measure([&](const UMat& src, UMat& dst) { clconv::filter2D(src, dst, -1, coefficients); });
}

OCL_PERF_TEST_P(ClconvFixture, Filter2D_Stock, CLCONV_PERF_PARAMS)
{
    const Mat coefficients = kernel();
    measure([&](const UMat& src, UMat& dst) { cv::filter2D(src, dst, -1, coefficients); });
}

OCL_PERF_TEST_P(ClconvFixture, Filter2D_Separable, CLCONV_PERF_PARAMS)
{
    const Mat row = kernel(true), coefficients = row.t() * row;
    measure([&](const UMat& src, UMat& dst) { clconv::filter2D(src, dst, -1, coefficients); });
}

OCL_PERF_TEST_P(ClconvFixture, Filter2D_Separable_Stock, CLCONV_PERF_PARAMS)
{
    const Mat row = kernel(true), coefficients = row.t() * row;
    measure([&](const UMat& src, UMat& dst) { cv::filter2D(src, dst, -1, coefficients); });
}

OCL_PERF_TEST_P(ClconvFixture, SepFilter2D, CLCONV_PERF_PARAMS)
{
    const Mat row = kernel(true), column = kernel(true);
    measure([&](const UMat& src, UMat& dst) { clconv::sepFilter2D(src, dst, -1, row, column); });
}

OCL_PERF_TEST_P(ClconvFixture, SepFilter2D_Stock, CLCONV_PERF_PARAMS)
{
    const Mat row = kernel(true), column = kernel(true);
    measure([&](const UMat& src, UMat& dst) { cv::sepFilter2D(src, dst, -1, row, column); });
}

}} // namespace opencv_test::ocl

#endif // HAVE_OPENCL
