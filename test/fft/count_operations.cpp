// SPDX-License-Identifier: Apache-2.0
//
// Planning must state the multiply-adds that the kernels of Fourier transforms take. Here their functions are compiled
// as C++, on numbers that count operations; the counts are multiplied by the work-items of the plan.

#include "support/fake_devices.hpp"

#include "coefficients/fft/spectrum.hpp"

#include <functional>

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-value" // (float2)(x, y), to C++ a comma
#endif

namespace {

int operations = 0;

//! A float, or a vector of floats, whose value does not matter.
struct Number
{
    Number(float = 0) : even(0), odd(0), lo(0), hi(0) {}
    float even, odd, lo, hi; //!< halves of a vector
};

struct Complex2
{
    Complex2() {}
    Complex2(const Number& y_) : y(y_) {} // from (float2)(x, y), to C++ a comma
    Number x, y;
};

Number operator-(const Number& a)
{
    return a; // negating an operand is free
}

Number operator+(const Number& a, const Number&)
{
    ++operations;
    return a;
}

Number operator-(const Number& a, const Number& b)
{
    return a + b;
}

Number operator*(const Number& a, const Number& b)
{
    return a + b;
}

Number fma(const Number& a, const Number& b, const Number&)
{
    return a + b;
}

} // namespace

// Replaces files that the transforms include, except for what they use of them.
#define CLCONV_INTERFACE_CL
#define CLCONV_FFT_TILE_CL
#define CLCONV_LINE_CL
#define INLINE inline
#define __global
#define __local
#define __attribute__(list)
#define ACCV_T Number
#define PX 4

namespace gpu {
typedef Complex2 float2;
#define float Number
#define TILE_COLS 64
#define FFT_WIDE 0
#define FFT_ROOTS 0
#define FFT_COLUMN_ROOTS 0
#define FFT_ITEMS 256
#define FFT_TURNS 1
#include "gpu/fft/fft_transform.cl"
#undef TILE_COLS
#undef FFT_WIDE
#undef FFT_TURNS
#undef CLCONV_FFT_POINTS_CL
#undef CLCONV_FFT_TRANSFORM_CL
} // namespace gpu

namespace gpuWide {
typedef Complex2 float2;
#define TILE_COLS 128
#define FFT_WIDE 1
#define FFT_TURNS 2
#include "gpu/fft/fft_transform.cl"
#undef float
} // namespace gpuWide

#undef CLCONV_FFT_POINTS_CL
#define float Number
#define barrier(fence)
namespace gpuLine1 {
typedef Complex2 float2;
#include "gpu/fft/fft_line.cl"
} // namespace gpuLine1
#undef CLCONV_FFT_POINTS_CL
#undef CLCONV_FFT_LINE_CL
#undef LINE_M
namespace gpuLine2 {
typedef Complex2 float2;
#define LINE_M 2
#include "gpu/fft/fft_line.cl"
} // namespace gpuLine2
#undef CLCONV_FFT_POINTS_CL
#undef CLCONV_FFT_LINE_CL
#undef LINE_M
namespace gpuLine4 {
typedef Complex2 float2;
#define LINE_M 4
#include "gpu/fft/fft_line.cl"
} // namespace gpuLine4
#undef CLCONV_FFT_POINTS_CL
#undef CLCONV_FFT_LINE_CL
#undef LINE_M
namespace gpuLine8 {
typedef Complex2 float2;
#define LINE_M 8
#include "gpu/fft/fft_line.cl"
#undef float
} // namespace gpuLine8

namespace cpu64 {
typedef Complex2 float2;
#define TILE 64
#include "cpu/fft_vectors.cl"
} // namespace cpu64

#undef CLCONV_FFT_VECTORS_CL
#undef NOINLINE
#undef TILE
#undef LAST
namespace cpu128 {
typedef Complex2 float2;
#define TILE 128
#include "cpu/fft_vectors.cl"
} // namespace cpu128

#undef CLCONV_FFT_VECTORS_CL
#undef NOINLINE
#undef TILE
#undef LAST
namespace cpu256 {
typedef Complex2 float2;
#define TILE 256
#include "cpu/fft_vectors.cl"
} // namespace cpu256
#undef __attribute__

namespace opencv_test { namespace {

double countOf(const std::function<void()>& work)
{
    operations = 0;
    work();
    return operations;
}

clconv::Plan planOf(const clconv::Problem& problem, const char* force)
{
    return clconv::makePlan(problem, force[0] == 'c' ? cpuDevice() : h200(), clconv::parseForce(force));
}

clconv::Problem transformable(int channels, Size filter, Size size)
{
    clconv::Problem problem = problemOf(CV_32F, CV_32F, channels, filter, size);
    problem.fourier = true;
    return problem;
}

//! The multiply-adds that the plan's verdict states, times the number of values.
double stated(const clconv::Problem& problem, const clconv::Plan& plan)
{
    return verdictOf(plan, nameOf(plan)).expected.perValue * problem.rowScalars() * problem.size.height;
}

const Size filters[] = {Size(15, 15), Size(31, 17), Size(38, 5), Size(41, 13), Size(63, 101)};
const Size sizes[] = {Size(7680, 4320), Size(1921, 1081), Size(640, 480), Size(10, 7)};

template<typename Check>
void forEachProblem(Check check)
{
    for (int channels : {1, 3})
        for (const Size& filter : filters)
            for (const Size& size : sizes)
                check(transformable(channels, filter, size));
}

//! The functions of a work-item on a GPU, for each share of 16 numbers.
struct GpuCounts
{
    explicit GpuCounts(int columns = 64)
    {
        static Number re[16], im[16], sumRe[16], sumIm[16], roots[512];
        static Complex2 exchange[FFT_EXCHANGE], factors[16];
        const auto forwardPass2 = columns == 64 ? gpu::forwardPass2 : gpuWide::forwardPass2;
        const auto backPass2 = columns == 64 ? gpu::backPass2 : gpuWide::backPass2;
        transform16 = countOf([] { gpu::transform16(re, im); });
        shares = columns / 64;
        forward = 2 * transform16 + countOf([&] { forwardPass2(re, im, exchange, roots, 3); }) / shares;
        back = 2 * transform16 + countOf([&] { backPass2(re, im, exchange, roots, 3); }) / shares;
        multiply = countOf([] { gpu::multiply(re, im, true, factors, 1, true, sumRe, sumIm); });
    }
    double shares, transform16, forward, back, multiply;
};

TEST(Clconv_Operations, ofTilesAreThoseOfTheKernel)
{
    for (int columns : {64, 128})
    {
        const GpuCounts counts(columns);
        forEachProblem(
            [&](const clconv::Problem& problem)
            {
                const clconv::Plan plan = planOf(problem, cv::format("fft:TILE_COLS=%d", columns).c_str());
                const int parts = clconv::fftLayout(problem.filterSize, columns).parts.area();
                if (columns > 64 && parts > 1)
                    return; // refused
                ASSERT_EQ("fft", nameOf(plan));
                const double ofShare = parts * (counts.forward + counts.multiply) + counts.back;
                EXPECT_DOUBLE_EQ(double(plan.global[0]) * counts.shares * ofShare, stated(problem, plan))
                    << problem.filterSize;
            });
    }
}

//! The functions of a work-item of a line.
struct LineCounts
{
    template<typename Line>
    LineCounts(int tile_, Line forwardLine, Line backLine) : tile(tile_)
    {
        static Number re[16], im[16];
        static Complex2 exchange[17 * 128], roots[2 * 2048];
        forward = countOf([&] { forwardLine(re, im, exchange, 1, roots, 3); });
        back = countOf([&] { backLine(re, im, exchange, 1, roots, 3); });
    }
    int tile;
    double forward, back;
};

//! Rows of three channels are transformed in groups of five; the last group repeats some.
TEST(Clconv_Operations, ofSlabsAreThoseOfTheKernels)
{
    const double multiply = GpuCounts().multiply;
    for (const LineCounts& counts : {LineCounts(256, gpuLine1::forwardLine, gpuLine1::backLine),
                                     LineCounts(512, gpuLine2::forwardLine, gpuLine2::backLine),
                                     LineCounts(1024, gpuLine4::forwardLine, gpuLine4::backLine),
                                     LineCounts(2048, gpuLine8::forwardLine, gpuLine8::backLine)})
        forEachProblem(
            [&](const clconv::Problem& problem)
            {
                const clconv::Plan plan = planOf(problem, cv::format("fft_large:TILE=%d", counts.tile).c_str());
                ASSERT_EQ("fft_large", nameOf(plan));
                double all = 0;
                for (const clconv::Stage& stage : plan.stages)
                {
                    const double ofItem = stage.kernelName == "clconv_fft_large_columns" ? counts.forward
                                          : stage.kernelName == "clconv_fft_large_outputs"
                                              ? counts.back
                                              : counts.forward + multiply + counts.back;
                    all += double(stage.global[0]) * double(stage.global[1]) * ofItem;
                }
                const double repeated = problem.channels == 1 ? 1e-12 : 5. / 256;
                EXPECT_NEAR(1, stated(problem, plan) / all, repeated) << problem.filterSize << problem.size;
                EXPECT_LE(stated(problem, plan), all * (1 + 1e-12));
            });
}

//! The functions of a work-item on a CPU device: each for PX lines.
struct CpuCounts
{
    template<typename Complex, typename Forward, typename Through, typename Back>
    CpuCounts(int tile_, Complex* numbers, Forward transformForward, Through transformThrough, Back transformBack) :
        tile(tile_)
    {
        static const float factors[32 * 256 + 16] = {};
        static const Complex2 roots[256];
        forward = countOf([&] { transformForward(numbers, roots); });
        through = countOf([&] { transformThrough(numbers, roots, factors); });
        back = countOf([&] { transformBack(numbers, roots); });
    }
    int tile;
    double forward, through, back;
};

TEST(Clconv_Operations, onCpuDevicesAreThoseOfTheKernel)
{
    static cpu64::Complex numbers64[64];
    static cpu128::Complex numbers128[128];
    static cpu256::Complex numbers256[256];
    for (const CpuCounts& counts :
         {CpuCounts(64, numbers64, cpu64::transformForward, cpu64::transformThrough, cpu64::transformBack),
          CpuCounts(128, numbers128, cpu128::transformForward, cpu128::transformThrough, cpu128::transformBack),
          CpuCounts(256, numbers256, cpu256::transformForward, cpu256::transformThrough, cpu256::transformBack)})
        forEachProblem(
            [&](const clconv::Problem& problem)
            {
                const int step = counts.tile + 1 - problem.filterSize.width;
                if (step < 16 || counts.tile + 1 - problem.filterSize.height < 16)
                    return; // refused
                const clconv::Plan plan = planOf(problem, cv::format("cpu_fft:TILE=%d", counts.tile).c_str());
                ASSERT_EQ("cpu_fft", nameOf(plan));
                const int px = plan.params.at("PX"), outputs = std::min(step, problem.size.width);
                const int tileVectors = counts.tile / px, backVectors = (outputs + px - 1) / px;
                const double ofLane = tileVectors * (counts.forward + counts.through) + backVectors * counts.back;
                EXPECT_DOUBLE_EQ(double(plan.global[0]) * px * ofLane, stated(problem, plan)) << problem.filterSize;
            });
}

}} // namespace opencv_test
