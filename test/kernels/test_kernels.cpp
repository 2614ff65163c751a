// SPDX-License-Identifier: Apache-2.0
//
// The device code by itself: each file of kernels/ compiles alone, and its border arithmetic equals OpenCV's.

#include "support/test_precomp.hpp"

#include "problem/device_traits.hpp"
#include "support/implementations.hpp"

#include <map>
#include <set>

namespace opencv_test { namespace {

//! Options that programs for the device always get.
std::string forFma()
{
    return clconv::traitsOf(ocl::Device::getDefault()).fma ? "" : " -D NO_FMA=1";
}

//! The compiler's message; empty if the code builds.
std::string buildError(const std::string& code, const std::string& options)
{
    String error;
    const ocl::ProgramSource source("clconv_test", "alone", code, "");
    const ocl::Program program = ocl::Context::getDefault().getProg(source, options + forFma(), error);
    return program.ptr() ? std::string() : "no program: " + error;
}

//! Compute capability of the device times ten; 0 if it is not NVIDIA's.
int nvidiaCompute()
{
    return clconv::traitsOf(ocl::Device::getDefault()).nvidiaCompute;
}

std::string forNvidia(int compute)
{
    return " -D NVIDIA=" + std::to_string(compute) + " ";
}

//! The code without inline assembly, which makes some compilers for other devices abort.
std::string withoutAssembly(std::string code)
{
    for (size_t at; (at = code.find("__asm__")) != std::string::npos;)
        code.erase(at, code.find(");", at) + 1 - at);
    return code;
}

TEST(Clconv_Kernels, areAllEmbedded)
{
    std::set<std::string> names;
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
        names.insert(file->name);
    for (const char* shared : {"border", "register_tile", "mma_result"}) // shared by several implementations
        EXPECT_EQ(1u, names.count(shared)) << shared;
    for (const clconv::Implementation* impl : clconv::allImplementations())
    {
        EXPECT_EQ(1u, names.count(impl->name)) << impl->name;
        EXPECT_STREQ(impl->name, impl->source->name);
    }
}

TEST(Clconv_Kernels, compileAloneWithoutWarnings)
{
    ASSERT_EQ("", buildError("__kernel void f(__global int* p) { *p = 1; }", "-Werror"));
    EXPECT_NE("", buildError("#warning here\n__kernel void f(__global int* p) { *p = 1; }", "-Werror"));
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
        EXPECT_EQ("", buildError(file->programCode, "-Werror" + forNvidia(nvidiaCompute()))) << file->name;
}

TEST(Clconv_Kernels, compileAloneForOffsetsOf64Bits)
{
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
        EXPECT_EQ("", buildError(file->programCode, "-Werror -D WIDE_INDEX=1")) << file->name;
}

//! The code of a file of kernels/; empty if there is no such file.
std::string sourceOf(const std::string& name)
{
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
        if (name == file->name)
            return file->programCode;
    return std::string();
}

struct CodePath
{
    const char* file;
    int nvidia;
    std::string options;
};

//! Code paths that the tests' device may not run: for unaligned rows, and for NVIDIA only. Devices without the
//! instructions compile the code around them.
TEST(Clconv_Kernels, compileAloneForOtherDevicesAndRows)
{
    static const std::string bytes = "-D SRC_T=uchar -D DST_T=uchar -D DST_ROUNDS=1 ";
    static const CodePath paths[] = {
        {"direct", 0, bytes + "-D PX=8 -D UNALIGNED_STORE=1"},
        {"direct", 90,
         bytes + "-D PX=8 -D VEC=8 -D LEAD=7 -D UNROLL=1 -D DENORM_OPERANDS=1 -D COEFFICIENTS_BY_VALUE=1 -D "
                 "COEFFICIENT_COUNT=10"},
        {"direct", 70, "-D SRC_T=ushort -D DST_T=short -D DST_ROUNDS=1 -D PX=4 -D VEC=1 -D DENORM_OPERANDS=1"},
        {"direct", 70, bytes + "-D PX=4 -D VEC=4 -D HAS_PREFETCH=1 -D BORDER_PREFETCH=1"},
        {"direct", 80, bytes + "-D PX=4 -D VEC=4 -D FILTERS=2 -D HAS_PREFETCH=1"},
        {"separable", 0, "-D SRC_T=ushort -D DST_T=short -D DST_ROUNDS=1 -D PX=12 -D UNALIGNED_STORE=1"},
        {"separable", 90, bytes + "-D PX=4 -D VEC=4"},
        {"separable", 0, "-D PX=4 -D VEC=4 -D NO_REQD_GROUP_SIZE=1"},
        {"separable_mma", 80, "-D PX=4 -D STAGE_GROUPS=1 -D LEAD_PIXELS=1 -D FILTER_COLS=31 -D FILTER_ROWS=31"},
        {"separable_mma", 80, bytes + "-D CN=3 -D PX=12 -D HALF_OPERANDS=1 -D FILTER_COLS=9 -D FILTER_ROWS=9"},
        {"mma", 80, bytes + "-D CN=3 -D PX=12 -D SHUFFLE_PAIRS=1 -D UNALIGNED_LOAD=1 -D UNALIGNED_STORE=1"},
        {"mma", 90, bytes + "-D CN=3 -D PX=6"}};
    for (const CodePath& path : paths)
    {
        const std::string whole = sourceOf(path.file), options = "-Werror " + path.options + forNvidia(path.nvidia);
        ASSERT_NE("", whole) << path.file;
        const std::string code = path.nvidia <= nvidiaCompute() ? whole : withoutAssembly(whole);
        EXPECT_EQ("", buildError(code, options)) << path.file << options;
    }
}

//! Inline assembly makes some compilers for other devices abort, even in functions that are never called.
TEST(Clconv_Kernels, holdInlineAssemblyForNvidiaAlone)
{
    const std::string options = "-D SRC_T=uchar -D DST_T=uchar -D DST_ROUNDS=1 -D PX=4 -D DENORM_OPERANDS=1 -D "
                                "HAS_PREFETCH=1 -D BORDER_PREFETCH=1";
    size_t files = 0;
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
    {
        std::string code = file->programCode;
        if (code.find("__asm__") == std::string::npos)
            continue;
        files++;
        for (size_t at; (at = code.find("__asm__")) != std::string::npos;)
            code.replace(at, 7, "\n#error inline assembly\n");
        EXPECT_EQ("", buildError(code, options)) << file->name;
    }
    EXPECT_GT(files, 0u);
}

//! The kernels of `mma` and `separable_mma` exist only on devices that have their instructions.
TEST(Clconv_Kernels, holdAKernelEachButMmaOnNvidiaFrom80)
{
    for (const clconv::Implementation* impl : clconv::allImplementations())
    {
        String error;
        const ocl::ProgramSource source("clconv_test", "kernel", impl->source->programCode, "");
        const ocl::Program program =
            ocl::Context::getDefault().getProg(source, forNvidia(nvidiaCompute()) + forFma(), error);
        ASSERT_TRUE(program.ptr() != nullptr) << impl->name << error;
        const std::string first = impl->name == std::string("fft_large") ? "_columns" : ""; // of several kernels
        const ocl::Kernel kernel(("clconv_" + std::string(impl->name) + first).c_str(), program);
        const std::string name = impl->name;
        EXPECT_EQ((name == "mma" || name == "separable_mma") && nvidiaCompute() < 80, kernel.empty()) << name;
    }
}

//! Computes borderAt of first, first + 1, ... on the device.
std::vector<int> onDevice(ocl::Kernel& kernel, int first, int length, int border, int count)
{
    UMat out(1, count, CV_32S);
    size_t global = size_t(count);
    kernel.args(ocl::KernelArg::PtrWriteOnly(out), first, length, border);
    EXPECT_TRUE(kernel.run(1, &global, nullptr, true));
    const Mat result = out.getMat(ACCESS_READ).clone();
    return std::vector<int>(result.begin<int>(), result.end<int>());
}

class Clconv_Border : public testing::TestWithParam<int>
{
};

TEST_P(Clconv_Border, isOpenCVsAtAnyDistance)
{
    const std::string name = borderName(GetParam());
    const ocl::ProgramSource source("clconv_test", "border_probe",
                                    sourceOf("border") +
                                        "\n__kernel void probe(__global int* out, int first, int length, int border)\n"
                                        "{\nconst int i = get_global_id(0);\n"
                                        "out[i] = borderAt(first + i, length, border);\n}\n",
                                    "");
    String error;
    ocl::Kernel kernel("probe", source, "", &error);
    ASSERT_FALSE(kernel.empty()) << error;
    for (int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 1000})
        for (int far = 0; far < 3; far++)
        {
            const int first = far == 0 ? -4 * n : far == 1 ? -100000 : 99000, count = 9 * n + 20;
            const std::vector<int> result = onDevice(kernel, first, n, GetParam(), count);
            for (int p = 0; p < count; p++)
                ASSERT_EQ(cv::borderInterpolate(first + p, n, GetParam()), result[size_t(p)])
                    << name << ", " << first + p << " of " << n;
        }
}

CLCONV_INSTANTIATE(All, Clconv_Border, testing::ValuesIn(borderTypes()));

TEST(Clconv_Sampler, makesUpBordersAsTheKernelsDo)
{
    if (!ocl::Device::getDefault().imageSupport())
        CLCONV_SKIP("the device has no images");
    static const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE};
    RNG rng(1);
    const Mat pixels = randomImage(Size(67, 45), CV_8UC4, rng);
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

}} // namespace opencv_test
