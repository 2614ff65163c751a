// SPDX-License-Identifier: Apache-2.0
//
// explain() reports what filter2D then runs; which calls build programs.

#include "cases/variants.hpp"

#include "api/filter2d.hpp"
#include "runtime/context_cache.hpp"
#include "implementations/implementation.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/new_context.hpp"

#include <regex>
#include <sstream>

namespace opencv_test { namespace {

struct Line
{
    std::string name;
    bool taken, refused;
    std::string words;
};

//! The lines about implementations, which follow the line about the call.
std::vector<Line> linesOf(const std::string& text)
{
    std::vector<Line> lines;
    std::istringstream stream(text);
    std::string one;
    std::getline(stream, one);
    EXPECT_EQ(0u, one.find("CV_")) << text;
    while (std::getline(stream, one))
    {
        Line line;
        line.name = one.substr(0, one.find(':'));
        line.taken = one.compare(line.name.size(), 8, ": taken,") == 0;
        line.refused = one.compare(line.name.size(), 10, ": refused,") == 0;
        line.words = one.substr(std::min(one.size(), one.find(',') + 1));
        lines.push_back(line);
    }
    return lines;
}

//! The name on the only line with "taken".
std::string takenBy(const std::string& text)
{
    const std::vector<Line> lines = linesOf(text);
    std::string taken;
    for (size_t i = 0; i < lines.size(); i++)
    {
        EXPECT_TRUE(lines[i].taken || lines[i].refused) << text;
        EXPECT_GT(lines[i].words.size(), 8u) << text;
        if (lines[i].taken)
        {
            EXPECT_EQ("", taken) << "two are taken";
            taken = lines[i].name;
        }
    }
    return taken;
}

TEST(Clconv_Explain, hasALineForEachImplementation)
{
    const std::string text = clconv::explain(UMat(45, 67, CV_8UC1, Scalar(0)), -1, Mat::ones(5, 3, CV_32F));
    const std::vector<Line> lines = linesOf(text);
    const std::vector<const clconv::Implementation*>& all = clconv::implementations();
    for (size_t i = 0; i < all.size(); i++)
    {
        int count = 0;
        for (size_t j = 0; j < lines.size(); j++)
            count += lines[j].name == all[i]->name;
        EXPECT_EQ(1, count) << all[i]->name << "\n" << text;
    }
    EXPECT_EQ('\n', text[text.size() - 1]);
}

TEST(Clconv_Explain, reportsWhatThenRuns)
{
    RNG rng(3);
    static const char* const forces[] = {"", "reference", "separable", "nonsense", "local:PX=7", "direct"};
    for (int i = 0; i < 12; i++)
    {
        const UMat src(7 + 40 * i, 5 + 60 * i, i % 3 ? CV_8UC1 : CV_32FC3, Scalar::all(1));
        const Mat kernel =
            randomKernel(Size(5, 3), CV_8U, CV_8U, i % 2 ? Coefficients::Random : Coefficients::OuterProduct, rng);
        clconv::ForceScope force(forces[i % 6]);
        const std::string text = clconv::explain(src, -1, kernel, Point(4, 0), BORDER_REPLICATE);
        UMat dst;
        clconv::filter2D(src, dst, -1, kernel, Point(4, 0), 0, BORDER_REPLICATE);
        EXPECT_EQ(clconv::lastImplementation(), takenBy(text)) << text;
    }
}

TEST(Clconv_Explain, reportsTheCpuFallbackWithoutOpenCL)
{
    const Mat kernel = Mat::ones(5, 3, CV_32F);
    const UMat src(45, 67, CV_8UC1, Scalar(0));
    ocl::setUseOpenCL(false);
    const std::string text = clconv::explain(src, -1, kernel);
    ocl::setUseOpenCL(true);
    EXPECT_EQ("opencv-cpu", takenBy(text));
}

//! The plan for a call on a UMat that is not a region.
clconv::Plan planOf(const UMat& src, int dstType, const Mat& kernel, Point anchor, int border, const std::string& force)
{
    const clconv::Layout from = clconv::layoutOf(src);
    clconv::Layout to = from;
    to.type = dstType;
    to.step = size_t(src.cols) * size_t(CV_ELEM_SIZE(dstType));
    const clconv::CoefficientSet coefficients(std::vector<Mat>(1, kernel), CV_32F);
    clconv::Problem problem = clconv::describe(from, to, kernel.size(), anchor, border, coefficients.traits()).problem;
    if (force.find("specialized") != std::string::npos)
        problem.specializedTaps = coefficients.specializedTaps();
    return clconv::makePlan(problem, clconv::traitsOf(ocl::Device::getDefault()), clconv::parseForce(force), {},
                            clconv::currentTuning());
}

TEST(Clconv_Explain, reportsParametersGroupsAndLocalMemory)
{
    RNG rng(4);
    const std::regex lineOfTable(
        " \\([a-z]+\\.txt:[0-9]+(; [a-z0-9 =]+)?\\)"); // Clconv_Tuning.explainNamesTheLineThatDecided
    const UMat src(45, 67, CV_8UC1, Scalar(3));
    const Mat kernel = randomKernel(Size(5, 3), CV_8U, CV_16S, Coefficients::OuterProduct, rng);
    const std::vector<Variant> all = variants();
    for (size_t i = 0; i < all.size(); i++)
    {
        FilterCase filterCase = caseFor(all[i], CV_8UC1, CV_16S, kernel.size(), BORDER_REPLICATE);
        filterCase.kernel = kernel;
        if (refuses(all[i], filterCase))
            continue;
        const clconv::Plan plan = planOf(src, CV_16SC1, kernel, Point(4, 0), BORDER_REPLICATE, all[i].force);
        clconv::ForceScope force(all[i].force);
        const std::string text = std::regex_replace(
            std::string(clconv::explain(src, CV_16S, kernel, Point(4, 0), BORDER_REPLICATE)), lineOfTable, "");
        const std::string expected =
            all[i].name + ": taken, " + textOf(plan.params) +
            cv::format(", group %dx%d, global %dx%d, local memory %d bytes", int(plan.local[0]), int(plan.local[1]),
                       int(plan.global[0]), int(plan.global[1]), int(plan.localBytes));
        EXPECT_FALSE(plan.params.empty()) << all[i].force;
        EXPECT_EQ(text.find('\n') + 1, text.find(expected)) << text << "has not first\n" << expected;
    }
}

TEST(Clconv_Explain, statesTheMultiplyAddsOfWhatCouldRun)
{
    const UMat src(45, 67, CV_8UC1, Scalar(0));
    const Mat kernel = Mat::ones(9, 9, CV_32F);
    for (const char* forced : {"", "reference"})
    {
        const clconv::ForceScope force(forced);
        const std::string text = clconv::explain(src, -1, kernel);
        const std::string what = "CV_8UC1 to CV_8UC1, 67x45, kernel 9x9, BORDER_REFLECT_101\n";
        EXPECT_EQ(what, text.substr(0, what.size()));
        for (const Line& line : linesOf(text))
        {
            const bool stated = line.words.find("; expected ") != std::string::npos;
            EXPECT_TRUE(stated || !line.taken) << text;
            EXPECT_FALSE(stated && line.name == "opencv-cpu") << text;
            if (line.name == "reference")
            {
                EXPECT_NE(std::string::npos, line.words.find("; expected 81 multiply-adds a value")) << text;
            }
        }
    }
}

TEST(Clconv_Explain, buildsNothing)
{
    const UMat src(45, 67, CV_16SC3, Scalar::all(0));
    const int before = clconv::programsBuilt();
    clconv::explain(src, CV_32F, Mat::ones(9, 13, CV_32F));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! What a program depends on.
struct Shape
{
    int type;
    Size kernel;
    bool factored;
};

//! Makes a call whose data (coefficients, sizes, anchor, delta) vary with `turn`.
void callWithOtherData(const Shape& shape, int turn)
{
    RNG rng(static_cast<unsigned>(turn));
    UMat parent(400 + turn, 300 + 3 * turn, shape.type, Scalar::all(turn)), dst;
    const UMat src = parent(Rect(turn, 2 * turn, 67 + turn, 45 + 7 * turn));
    Mat kernel = randomKernel(shape.kernel, CV_8U, CV_8U,
                              shape.factored ? Coefficients::OuterProduct : Coefficients::Random, rng);
    if (shape.factored) // small enough a sum for products of half floats to be accurate enough
        kernel /= cv::norm(kernel, NORM_L1);
    clconv::filter2D(src, dst, -1, kernel, Point(turn % shape.kernel.width, turn % shape.kernel.height), turn * 0.5,
                     BORDER_REPLICATE | (turn % 2 ? int(BORDER_ISOLATED) : 0));
}

class Clconv_Builds : public testing::TestWithParam<Variant>
{
};

TEST_P(Clconv_Builds, nothingForNewData)
{
    if (GetParam().specialized || GetParam().box) // coefficients are not data in these
        return;
    const Shape shape = {GetParam().image ? CV_8UC4 : CV_8UC2, Size(5, 4), GetParam().factored};
    clconv::ForceScope force(GetParam().force);
    callWithOtherData(shape, 0);
    callWithOtherData(shape, 1);
    const int before = clconv::programsBuilt();
    for (int turn = 2; turn < 12; turn++)
    {
        callWithOtherData(shape, turn);
        if (!GetParam().name.empty() && isForThisDevice(GetParam()))
        {
            EXPECT_EQ(GetParam().name, clconv::lastImplementation());
        }
    }
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! In a context of its own, in which no other test has built a program. More than the 16 taps below which no transform
//! is planned.
TEST_P(Clconv_Builds, aProgramForANewType)
{
    if (GetParam().specialized) // other coefficients need another program
        return;
    if (GetParam().mma || GetParam().separableMma || !isForThisDevice(GetParam())) // others run the new type
        return;
    const ocl::OpenCLExecutionContextScope scope(newContext());
    Shape shape = {GetParam().image ? CV_8UC1 : CV_8UC3, Size(6, 3), GetParam().factored};
    clconv::ForceScope force(GetParam().force);
    callWithOtherData(shape, 0);
    const int before = clconv::programsBuilt();
    shape.type = CV_MAKETYPE(CV_16U, CV_MAT_CN(shape.type));
    callWithOtherData(shape, 0);
    const int kernels = GetParam().large ? 4 : 1; // three stages and the repair
    EXPECT_EQ(before + kernels, clconv::programsBuilt()) << typeToString(shape.type);
    callWithOtherData(shape, 0);
    EXPECT_EQ(before + kernels, clconv::programsBuilt()) << typeToString(shape.type);
    ocl::finish(); // the context's queue
}

std::vector<Variant> unforcedAndVariants()
{
    std::vector<Variant> all = variants();
    all.insert(all.begin(), variantOf(""));
    return all;
}

CLCONV_INSTANTIATE(All, Clconv_Builds, testing::ValuesIn(unforcedAndVariants()), variantName);

}} // namespace opencv_test
