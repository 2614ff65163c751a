// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The device code by itself: each file of kernels/ compiles alone, and its border arithmetic is OpenCV's.

#include "test_precomp.hpp"

#include "build_options.hpp"
#include "impls/impl.hpp"
#include "program.hpp"

#include <map>
#include <set>

namespace opencv_test
{
namespace
{

//! The compiler's words; empty if it builds.
std::string buildError(const std::string& code, const std::string& options)
{
    String error;
    const ocl::ProgramSource source("clconv_test", "alone", code, "");
    const ocl::Program program = ocl::Context::getDefault().getProg(source, options, error);
    return program.ptr() ? std::string() : "no program: " + error;
}

TEST(Clconv_Kernels, areAllThere)
{
    std::set<std::string> names;
    const std::vector<const ocl::internal::ProgramEntry*>& files = clconv::kernelFiles();
    for (size_t i = 0; i < files.size(); i++)
        names.insert(files[i]->name);
    EXPECT_EQ(1u, names.count("border"));
    for (const auto* list : {&clconv::implementations(), &clconv::bankImplementations()})
        for (const clconv::Impl* impl : *list)
        {
            EXPECT_EQ(1u, names.count(impl->name)) << impl->name;
            EXPECT_STREQ(impl->name, impl->source->name);
        }
}

TEST(Clconv_Kernels, compileAloneWithoutOptions)
{
    const std::vector<const ocl::internal::ProgramEntry*>& files = clconv::kernelFiles();
    for (size_t i = 0; i < files.size(); i++)
        EXPECT_EQ("", buildError(files[i]->programCode, "")) << files[i]->name;
}

TEST(Clconv_Kernels, compileAloneWithoutWarnings)
{
    ASSERT_EQ("", buildError("__kernel void f(__global int* p) { *p = 1; }", "-Werror"));
    EXPECT_NE("", buildError("#warning here\n__kernel void f(__global int* p) { *p = 1; }", "-Werror"));
    const std::vector<const ocl::internal::ProgramEntry*>& files = clconv::kernelFiles();
    for (size_t i = 0; i < files.size(); i++)
        EXPECT_EQ("", buildError(files[i]->programCode, "-Werror")) << files[i]->name;
}

TEST(Clconv_Kernels, compileAloneForOffsetsOf64Bits)
{
    const std::vector<const ocl::internal::ProgramEntry*>& files = clconv::kernelFiles();
    for (size_t i = 0; i < files.size(); i++)
        EXPECT_EQ("", buildError(files[i]->programCode, "-Werror -D WIDE_INDEX=1")) << files[i]->name;
}

//! Ways through the code that no device of the tests may take: rows at any address, and NVIDIA's own instructions.
TEST(Clconv_Kernels, compileAloneForOtherDevicesAndRows)
{
    static const std::string bytes = "-D SRC_T=uchar -D DST_T=uchar -D DST_ROUNDS=1 ";
    static const std::pair<const char*, std::string> options[] = {
        {"direct", bytes + "-D PX=8 -D STORE_SHIFTED=1"},
        {"direct",
         bytes + "-D PX=8 -D VEC=8 -D PHASE=7 -D UNROLL=1 -D NVIDIA=90 -D SUBNORMAL=1 -D K_VALUE=1 -D K_COUNT=10"},
        {"direct", "-D SRC_T=ushort -D DST_T=short -D DST_ROUNDS=1 -D PX=4 -D VEC=1 -D NVIDIA=70 -D SUBNORMAL=1"},
        {"separable", "-D SRC_T=ushort -D DST_T=short -D DST_ROUNDS=1 -D PX=12 -D STORE_SHIFTED=1"},
        {"separable", bytes + "-D PX=4 -D VEC=4 -D NVIDIA=90"},
        {"separable", "-D PX=4 -D VEC=4 -D FREE_GROUP=1"},
        {"mma", bytes + "-D NVIDIA=80 -D CN=3 -D PX=12 -D EXCHANGE=1 -D SHIFTED=1 -D STORE_SHIFTED=1"},
        {"mma", bytes + "-D CN=3 -D PX=6 -D NVIDIA=90"}};
    for (const auto& option : options)
    {
        size_t built = 0;
        for (const ocl::internal::ProgramEntry* file : clconv::kernelFiles())
            if (std::string(option.first) == file->name)
            {
                EXPECT_EQ("", buildError(file->programCode, "-Werror " + option.second)) << file->name << option.second;
                built++;
            }
        EXPECT_EQ(1u, built) << option.first;
    }
}

std::string borderSource()
{
    const std::vector<const ocl::internal::ProgramEntry*>& files = clconv::kernelFiles();
    for (size_t i = 0; i < files.size(); i++)
        if (std::string(files[i]->name) == "border")
            return files[i]->programCode;
    return std::string();
}

//! borderCoordinate of first, first + 1, ... on the device.
std::vector<int> onDevice(ocl::Kernel& kernel, int first, int length, int count)
{
    UMat out(1, count, CV_32S);
    size_t global = size_t(count);
    kernel.args(ocl::KernelArg::PtrWriteOnly(out), first, length);
    EXPECT_TRUE(kernel.run(1, &global, nullptr, true));
    const Mat result = out.getMat(ACCESS_READ).clone();
    return std::vector<int>(result.begin<int>(), result.end<int>());
}

class Clconv_Border : public testing::TestWithParam<int>
{
};

TEST_P(Clconv_Border, isOpenCVsAtAnyDistance)
{
    const std::string name = "BORDER_" + clconv::borderName(GetParam());
    const ocl::ProgramSource source("clconv_test", "border_probe",
                                    borderSource() + "\n__kernel void probe(__global int* out, int first, int length)\n"
                                                     "{\nconst int i = get_global_id(0);\n"
                                                     "out[i] = borderCoordinate(first + i, length);\n}\n",
                                    "");
    String error;
    ocl::Kernel kernel("probe", source, "-D " + name + "=1", &error);
    ASSERT_FALSE(kernel.empty()) << error;
    static const int lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 1000};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        for (int far = 0; far < 3; far++)
        {
            const int n = lengths[i], first = far == 0 ? -4 * n : far == 1 ? -100000 : 99000, count = 9 * n + 20;
            const std::vector<int> result = onDevice(kernel, first, n, count);
            for (int p = 0; p < count; p++)
                ASSERT_EQ(cv::borderInterpolate(first + p, n, GetParam()), result[size_t(p)])
                    << name << ", " << first + p << " of " << n;
        }
}

CLCONV_INSTANTIATE(All, Clconv_Border, testing::Range(int(BORDER_CONSTANT), BORDER_REFLECT_101 + 1));

TEST(Clconv_Sampler, makesUpBordersAsTheKernelsDo)
{
    if (!ocl::Device::getDefault().imageSupport())
        CLCONV_SKIP("the device has no images");
    static const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE};
    RNG rng(1);
    const Mat pixels = randomImage(Size(67, 45), CV_8UC1, rng);
    const Mat kernel = randomKernel(Size(9, 7), CV_8U, CV_8U, Coefficients::Random, rng);
    for (int i = 0; i < 2; i++)
        for (int x = 0; x < 9; x += 4)
        {
            UMat plain, sampled;
            {
                clconv::ForceScope force("image:IMAGE_1D=0,SAMPLER=0");
                clconv::filter2D(pixels.getUMat(ACCESS_READ), plain, CV_32F, kernel, Point(x, 6), 0, borders[i]);
                EXPECT_EQ("image", clconv::lastImplementation());
            }
            clconv::ForceScope force("image:IMAGE_1D=0,SAMPLER=1");
            clconv::filter2D(pixels.getUMat(ACCESS_READ), sampled, CV_32F, kernel, Point(x, 6), 0, borders[i]);
            EXPECT_EQ("image", clconv::lastImplementation());
            EXPECT_EQ(0, cv::norm(plain, sampled, NORM_INF));
        }
}

} // namespace
} // namespace opencv_test
