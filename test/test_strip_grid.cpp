// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which strips lie inside an image: a rectangle of them, none that reads outside, none left out, and room for all others.

#include "invented.hpp"
#include "strip_grid.hpp"

#include <cstdlib>
#include <map>

namespace opencv_test
{
namespace
{

using clconv::StripGrid;
using clconv::StripShape;

struct Case
{
    clconv::Problem problem;
    clconv::Geometry geometry;
    StripShape shape;
    Size group = Size(64, 1); //!< work-items
    int groups = 1;           //!< side by side

    StripGrid grid() const
    {
        clconv::Plan plan;
        plan.strip = shape;
        plan.local[0] = size_t(group.width);
        plan.local[1] = size_t(group.height);
        plan.global[0] = plan.local[0] * size_t(groups);
        return clconv::stripGrid(plan, problem, geometry);
    }
    //! work-items in a row of groups
    size_t groupRow() const { return size_t(group.area()) * size_t(groups); }
    int items() const { return (problem.rowScalars() + shape.px - 1) / shape.px; }
    int strips() const { return (problem.size.height + shape.rows - 1) / shape.rows; }

    //! By the definition: every scalar that the loads touch lies in the image.
    bool isInside(int item, int strip) const
    {
        const int x = geometry.srcOrigin.x * problem.channels + item * shape.px - shape.phase;
        const int y = geometry.srcOrigin.y + strip * shape.rows;
        return x >= 0 && x + shape.cover <= problem.readable.width * problem.channels && y >= 0 &&
               y + shape.rows + problem.kernel.height - 1 <= problem.readable.height;
    }
    bool isAligned() const
    {
        const size_t bytes = size_t(shape.vec) * problem.srcSize();
        const int x = geometry.srcOrigin.x * problem.channels - shape.phase;
        return geometry.srcStep % bytes == 0 && geometry.srcOffset % bytes == 0 && x % shape.vec == 0;
    }
};

//! An image or a region of one, any anchor, any strips.
Case randomCase(RNG& rng)
{
    Case c;
    const int channels = rng.uniform(1, 5);
    const Size kernel = randomSize(1, 12, rng), size = randomSize(1, 90, rng);
    c.problem = problemOf(rng.uniform(0, 2) ? CV_8U : CV_32F, CV_8U, channels, kernel, size);
    const Point origin(rng.uniform(0, 2) * rng.uniform(0, 20), rng.uniform(0, 2) * rng.uniform(0, 20));
    c.problem.readable += Size(origin.x + rng.uniform(0, 20), origin.y + rng.uniform(0, 20));
    c.geometry.srcOrigin = origin - Point(rng.uniform(0, kernel.width), rng.uniform(0, kernel.height));
    c.geometry.srcStep = size_t(rng.uniform(1, 5)) * 16 * (rng.uniform(0, 4) ? 1 : 3) + (rng.uniform(0, 4) ? 0 : 3);
    c.geometry.srcOffset = size_t(rng.uniform(0, 3) ? 0 : rng.uniform(0, 40));
    c.shape.vec = 1 << rng.uniform(0, 4);
    c.shape.px = c.shape.vec * rng.uniform(1, 4);
    c.shape.rows = rng.uniform(1, 9);
    c.shape.phase = rng.uniform(0, c.shape.vec);
    c.shape.cover = c.shape.px + (kernel.width - 1) * channels + c.shape.phase + rng.uniform(0, 4);
    c.group = Size(8 << rng.uniform(0, 3), 1 << rng.uniform(0, 3));
    c.groups = c.items() / c.group.width + 1;
    return c;
}

TEST(Clconv_StripGrid, isTheRectangleOfAllStripsInside)
{
    RNG rng(5);
    int some = 0, none = 0;
    for (int n = 0; n < 3000; n++)
    {
        const Case c = randomCase(rng);
        const StripGrid grid = c.grid();
        const Rect found(grid.firstItem, grid.firstStrip, grid.items, grid.strips);
        int count = 0;
        bool same = true;
        for (int strip = 0; strip < c.strips(); strip++)
            for (int item = 0; item < c.items(); item++)
            {
                const bool inside = c.isAligned() && c.isInside(item, strip);
                count += inside;
                same = same && inside == found.contains(Point(item, strip));
            }
        (count ? some : none)++;
        if (count)
        {
            EXPECT_TRUE(same) << "case " << n;
            EXPECT_GT(grid.edgeGroups, 0) << "case " << n;
            const size_t others = size_t(c.items()) * size_t(c.strips()) - size_t(count);
            EXPECT_GE(size_t(grid.edgeGroups) * c.groupRow(), others) << "case " << n;
        }
        else
        {
            EXPECT_EQ(Rect(0, 0, c.items(), c.strips()), found) << "case " << n;
            EXPECT_EQ(0, grid.edgeGroups) << "case " << n;
        }
    }
    EXPECT_GT(some, 300);
    EXPECT_GT(none, 300);
}

//! The whole of an image without edges, as regions deep in theirs are: one row of groups for nothing says that strips are inside.
TEST(Clconv_StripGrid, hasEdgeGroupsAlsoWithoutEdges)
{
    Case c;
    c.problem = problemOf(CV_8U, CV_8U, 1, Size(3, 3), Size(64, 64));
    c.problem.readable = Size(128, 128);
    c.geometry.srcOrigin = Point(32, 32);
    c.geometry.srcStep = 128;
    c.geometry.srcOffset = 0;
    c.shape.px = c.shape.vec = 8;
    c.shape.rows = 4;
    c.shape.cover = 16;
    const StripGrid grid = c.grid();
    EXPECT_EQ(Rect(0, 0, 8, 16), Rect(grid.firstItem, grid.firstStrip, grid.items, grid.strips));
    EXPECT_EQ(1, grid.edgeGroups);
}

//! Work-items number the strips at edges in an int: where there are more, none is taken for inside.
TEST(Clconv_StripGrid, numbersNoMoreThanAnIntHolds)
{
    Case c;
    c.problem = problemOf(CV_8U, CV_8U, 4, Size(1, 3), Size(1, 1 << 30));
    c.geometry.srcOrigin = Point(0, -1);
    c.geometry.srcStep = 4;
    c.geometry.srcOffset = 0;
    c.shape.px = c.shape.rows = 1;
    c.shape.cover = 4;
    const StripGrid grid = c.grid(); // of four items a row only the first has its four scalars inside
    EXPECT_EQ(0, grid.edgeGroups);
    EXPECT_EQ(Rect(0, 0, 4, 1 << 30), Rect(grid.firstItem, grid.firstStrip, grid.items, grid.strips));
}

//! The number behind "-D NAME=" in a program's options.
int optionOf(const clconv::Plan& plan, const std::string& name)
{
    const std::string text = plan.options.text(), define = "-D " + name + "=";
    const size_t at = text.find(define);
    EXPECT_NE(std::string::npos, at) << name << " in " << text;
    return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + define.size());
}

//! What plans say of their strips is what their programs load: the vectors of kernels/window.cl, piece by piece.
void expectStripsOfProgram(const clconv::Problem& problem, const clconv::Plan& plan)
{
    const StripShape& shape = plan.strip;
    const int vec = optionOf(plan, "VEC"), px = optionOf(plan, "PX"), taps = optionOf(plan, "TAPS_X");
    const int phase = optionOf(plan, "PHASE"), channels = problem.channels;
    const bool shifted = optionOf(plan, "SHIFTED") != 0;
    const int pieces = (problem.kernel.width + taps - 1) / taps, window = px + (taps - 1) * channels;
    const int vectors = (phase + window + vec - 1) / vec + (shifted ? 1 : 0);
    EXPECT_EQ(px, shape.px);
    EXPECT_EQ(optionOf(plan, "ROWS"), shape.rows);
    EXPECT_EQ(phase, shape.phase);
    EXPECT_EQ(shifted ? 1 : vec, shape.vec);
    EXPECT_EQ((pieces - 1) * taps * channels + vectors * vec, shape.cover);
    EXPECT_EQ(plan.prefetch > 0, optionOf(plan, "PREFETCH") != 0);
}

TEST(Clconv_StripGrid, plansSayWhatTheirProgramsLoad)
{
    std::vector<clconv::Problem> problems = manyProblems();
    const std::vector<clconv::Problem> banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    std::map<std::string, int> strips;
    for (const clconv::Problem& problem : problems)
        for (const clconv::DeviceTraits& device : {nvidiaCard(), intelGraphics()})
            for (const char* force : {"", "direct", "literal"})
            {
                const clconv::Plan plan = clconv::makePlan(problem, device, clconv::parseForce(force));
                const std::string name = nameOf(plan);
                ASSERT_EQ(name == "direct" || name == "literal" || name == "bank", plan.strip.px > 0) << name;
                if (plan.strip.px == 0)
                    continue;
                expectStripsOfProgram(problem, plan);
                strips[name]++;
            }
    for (const char* name : {"direct", "literal", "bank"})
        EXPECT_GT(strips[name], 100) << name;
}

//! Strips that reach beyond an image are stored piece by piece.
TEST(Clconv_StripGrid, plansHaveNoHigherStripsThanTheImage)
{
    for (int height : {1, 2, 3, 7})
        for (const char* force : {"direct", "literal", "bank"})
        {
            clconv::Problem problem =
                problemFor(*clconv::implementationOf(force), CV_8U, CV_8U, Size(5, 5), Size(100000, height));
            const clconv::Plan plan = clconv::makePlan(problem, h200(), clconv::parseForce(force));
            EXPECT_EQ(force, nameOf(plan));
            EXPECT_LE(plan.strip.rows, height) << force;
        }
}

} // namespace
} // namespace opencv_test
