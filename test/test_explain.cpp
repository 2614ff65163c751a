// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// explain() says what filter2D then does; what a call builds and what it does not.

#include "test_precomp.hpp"

#include "impls/impl.hpp"
#include "program.hpp"

#include <sstream>

namespace opencv_test
{
namespace
{

struct Line
{
    std::string name;
    bool taken, refused;
    std::string words;
};

std::vector<Line> linesOf(const std::string& text)
{
    std::vector<Line> lines;
    std::istringstream stream(text);
    for (std::string one; std::getline(stream, one);)
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

//! The name on the one line that says "taken".
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
    const std::vector<const clconv::Impl*>& all = clconv::implementations();
    for (size_t i = 0; i < all.size(); i++)
    {
        int count = 0;
        for (size_t j = 0; j < lines.size(); j++)
            count += lines[j].name == all[i]->name;
        EXPECT_EQ(1, count) << all[i]->name << "\n" << text;
    }
    EXPECT_EQ('\n', text[text.size() - 1]);
}

TEST(Clconv_Explain, saysWhatThenRuns)
{
    RNG rng(3);
    static const char* const forces[] = {"", "reference", "separable", "nonsense", "local:FILL=7", "direct"};
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

TEST(Clconv_Explain, saysNativeWithoutOpenCL)
{
    const Mat kernel = Mat::ones(5, 3, CV_32F);
    const UMat src(45, 67, CV_8UC1, Scalar(0));
    ocl::setUseOpenCL(false);
    const std::string text = clconv::explain(src, -1, kernel);
    ocl::setUseOpenCL(true);
    EXPECT_EQ("native", takenBy(text));
}

TEST(Clconv_Explain, buildsAndRunsNothing)
{
    const UMat src(45, 67, CV_16SC3, Scalar::all(0));
    const int before = clconv::programsBuilt();
    clconv::explain(src, CV_32F, Mat::ones(9, 13, CV_32F));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! A call with everything that is data varied by `turn`.
void callWithOtherData(int type, int turn)
{
    RNG rng(static_cast<unsigned>(turn));
    UMat parent(400 + turn, 300 + 3 * turn, type, Scalar::all(turn)), dst;
    const UMat src = parent(Rect(turn, 2 * turn, 67 + turn, 45 + 7 * turn));
    const Mat kernel = randomKernel(Size(5, 4), CV_8U, CV_8U, Coefficients::Random, rng);
    clconv::filter2D(src, dst, -1, kernel, Point(turn % 5, turn % 4), turn * 0.5,
                     BORDER_REFLECT | (turn % 2 ? int(BORDER_ISOLATED) : 0));
}

class Clconv_Builds : public testing::TestWithParam<const char*>
{
};

TEST_P(Clconv_Builds, nothingForNewData)
{
    clconv::ForceScope force(GetParam());
    callWithOtherData(CV_8UC2, 0);
    callWithOtherData(CV_8UC2, 1);
    const int before = clconv::programsBuilt();
    for (int turn = 2; turn < 12; turn++)
        callWithOtherData(CV_8UC2, turn);
    EXPECT_EQ(before, clconv::programsBuilt());
}

TEST_P(Clconv_Builds, aProgramForANewType)
{
    clconv::ForceScope force(GetParam());
    callWithOtherData(CV_8UC2, 0);
    const int before = clconv::programsBuilt();
    // A type of its own for each parameter: the default choice is one of the others.
    const std::string name = GetParam();
    const int type = CV_MAKETYPE(CV_16U, name.empty() ? 4 : int(name.size()) % 3 + 1);
    callWithOtherData(type, 0);
    EXPECT_EQ(before + 1, clconv::programsBuilt()) << type;
}

CLCONV_INSTANTIATE(All, Clconv_Builds, testing::Values("", "reference", "direct", "local:FILL=0", "local:FILL=1"));

} // namespace
} // namespace opencv_test
