// SPDX-License-Identifier: Apache-2.0
//
// explain() for sources that are not on the device, and which programs new coefficients need.

#include "support/fake_devices.hpp"

#include "runtime/compiled_kernel.hpp"
#include "runtime/new_context.hpp"

namespace opencv_test { namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(Clconv_Explain, reportsBandsForAnImageMadeWithoutOpenCL)
{
    ocl::setUseOpenCL(false);
    const UMat src(45, 67, CV_8UC1, Scalar(0));
    ocl::setUseOpenCL(true);
    const Mat kernel = Mat::ones(5, 3, CV_32F);
    const std::string text = clconv::explain(src, -1, kernel);
    EXPECT_TRUE(contains(text, "in bands (1 of 45 rows), because the source is on the host")) << text;
    UMat dst;
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_TRUE(contains(text, clconv::lastImplementation() + ": taken")) << text;
}

TEST(Clconv_Explain, reportsForAMatThatItsOutputDecides)
{
    const Mat src(45, 67, CV_8UC1, Scalar(0)), kernel = Mat::ones(5, 3, CV_32F);
    const std::string text = clconv::explain(src, -1, kernel);
    EXPECT_TRUE(contains(text, "unless the output is a Mat as well")) << text;
    UMat dst;
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_TRUE(contains(text, clconv::lastImplementation() + ": taken")) << text;
}

//! The only property of the coefficients' values that matters to plans here is whether they are an outer product.
TEST(Clconv_Builds, aSecondProgramForTheFirstOuterProductOfASize)
{
    const ocl::OpenCLExecutionContextScope scope(newContext()); // other tests may have built these programs
    const UMat src(45, 67, CV_8UC3, Scalar::all(7));
    UMat dst;
    RNG rng(4);
    static const Coefficients kinds[] = {Coefficients::Random, Coefficients::Random, Coefficients::OuterProduct,
                                         Coefficients::OuterProduct, Coefficients::Random};
    static const int builds[] = {1, 0, 1, 0, 0};
    for (int i = 0; i < 5; i++)
    {
        const Mat kernel = randomKernel(Size(7, 6), CV_8U, CV_8U, kinds[i], rng);
        const int before = clconv::programsBuilt();
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_EQ(builds[i], clconv::programsBuilt() - before) << i;
    }
    ocl::finish(); // the context's queue
}

TEST(Clconv_Plan, leavesManyTapsOnACpuToOpenCVRatherThanToReference)
{
    clconv::Problem problem = problemOf(CV_8U, CV_8U, 3, Size(1001, 1001));
    EXPECT_EQ("none", nameOf(planFor(problem, cpuDevice())));
    EXPECT_EQ("reference", nameOf(clconv::makePlan(problem, cpuDevice(), clconv::parseForce("reference"))));
    EXPECT_NE("none", nameOf(planFor(problem, nvidiaCard())));
}

TEST(Clconv_Plan, filtersIntegersInTwoPassesOnACpuFrom3x3On)
{
    for (int depth : {CV_8U, CV_16S, CV_32F})
    {
        clconv::Problem problem = problemOf(depth, depth, 1, Size(3, 3));
        EXPECT_EQ("cpu", nameOf(planFor(problem, cpuDevice())));
        problem.rank = 1;
        EXPECT_EQ(depth == CV_32F ? "cpu" : "cpu_separable", nameOf(planFor(problem, cpuDevice())));
    }
}

TEST(Clconv_Plan, leavesManyTapsToOpenCVsTransformWhereTheCoresAreFew)
{
    clconv::DeviceTraits device = cpuDevice();
    device.computeUnits = 2;
    clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(39, 41));
    EXPECT_EQ("cpu", nameOf(planFor(problem, device)));
    problem.filterSize = Size(63, 63);
    EXPECT_EQ("none", nameOf(planFor(problem, device)));
    EXPECT_EQ("cpu", nameOf(clconv::makePlan(problem, device, clconv::parseForce("cpu"))));
    problem.rank = 1;
    EXPECT_EQ("cpu_separable", nameOf(planFor(problem, device)));
    problem.rank = 0;
    device.computeUnits = 8;
    EXPECT_EQ("cpu", nameOf(planFor(problem, device)));
}

//! The images are mapped because the memory of a CPU device is the host's.
TEST(Clconv_Explain, reportsTheCpuFallbackForManyTapsOnACpu)
{
    if (!(ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU))
        CLCONV_SKIP("needs a CPU device");
    RNG rng(23);
    const Mat pixels = randomImage(Size(67, 45), CV_8UC1, rng);
    const Size size(201, 4 * ocl::Device::getDefault().maxComputeUnits() + 1);
    const Mat kernel = randomKernel(size, CV_8U, CV_32F, Coefficients::Random, rng);
    UMat src, dst;
    pixels.copyTo(src);
    const std::string text = clconv::explain(src, CV_32F, kernel);
    EXPECT_TRUE(contains(text, "opencv-cpu: taken")) << text;
    EXPECT_TRUE(contains(text, "Fourier transform")) << text;
    clconv::filter2D(src, dst, CV_32F, kernel);
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    Mat expected;
    cv::filter2D(pixels, expected, CV_32F, kernel);
    EXPECT_EQ(0, cv::norm(dst, expected, NORM_INF));
}

}} // namespace opencv_test
