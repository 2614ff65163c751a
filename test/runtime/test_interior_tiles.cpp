// SPDX-License-Identifier: Apache-2.0
//
// Interior tiles: a rectangle of exactly the tiles that read inside the image, and work-items for all border tiles.

#include "support/fake_devices.hpp"
#include "clconv_kernels.hpp"
#include "runtime/kernel_arguments.hpp"

#include <cstdlib>
#include <map>

namespace opencv_test { namespace {

using clconv::TileRange;
using clconv::TileShape;

struct Case
{
    clconv::Problem problem;
    clconv::Geometry geometry;
    TileShape shape;
    Size group = Size(64, 1); //!< work-items
    int groups = 1;           //!< side by side

    TileRange range() const
    {
        clconv::Plan plan;
        plan.tile = shape;
        plan.local[0] = size_t(group.width);
        plan.local[1] = size_t(group.height);
        plan.global[0] = plan.local[0] * size_t(groups);
        return clconv::tileRange(plan, problem, geometry);
    }
    //! work-items in a row of groups
    size_t groupRow() const { return size_t(group.area()) * size_t(groups); }
    int items() const { return (problem.rowScalars() + shape.px - 1) / shape.px; }
    int tiles() const { return (problem.size.height + shape.rows - 1) / shape.rows; }

    //! The definition of an interior tile: every scalar that it loads is inside the image.
    bool isInside(int item, int row) const
    {
        const int x = geometry.srcOrigin.x * problem.channels + item * shape.px - shape.lead;
        const int y = geometry.srcOrigin.y + row * shape.rows;
        return x >= 0 && x + shape.loadWidth <= problem.readable.width * problem.channels && y >= 0 &&
               y + shape.rows + problem.filterSize.height - 1 <= problem.readable.height;
    }
    bool isAligned() const
    {
        const size_t bytes = size_t(shape.vec) * problem.srcElemSize();
        const int x = geometry.srcOrigin.x * problem.channels - shape.lead;
        return geometry.srcStep % bytes == 0 && geometry.srcOffset % bytes == 0 && x % shape.vec == 0;
    }
};

//! An image or a region of one, any anchor, any tiles.
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
    c.shape.lead = rng.uniform(0, c.shape.vec);
    c.shape.loadWidth = c.shape.px + (kernel.width - 1) * channels + c.shape.lead + rng.uniform(0, 4);
    c.group = Size(8 << rng.uniform(0, 3), 1 << rng.uniform(0, 3));
    c.groups = c.items() / c.group.width + 1;
    return c;
}

TEST(Clconv_InteriorTiles, isTheRectangleOfAllInteriorTiles)
{
    RNG rng(5);
    int some = 0, none = 0;
    for (int n = 0; n < 3000; n++)
    {
        const Case c = randomCase(rng);
        const TileRange range = c.range();
        const Rect found(range.firstColumn, range.firstRow, range.columns, range.rows);
        int count = 0;
        bool same = true;
        for (int row = 0; row < c.tiles(); row++)
            for (int item = 0; item < c.items(); item++)
            {
                const bool inside = c.isAligned() && c.isInside(item, row);
                count += inside;
                same = same && inside == found.contains(Point(item, row));
            }
        (count ? some : none)++;
        if (count)
        {
            EXPECT_TRUE(same) << "case " << n;
            EXPECT_GT(range.borderGroupRows, 0) << "case " << n;
            const size_t others = size_t(c.items()) * size_t(c.tiles()) - size_t(count);
            EXPECT_GE(size_t(range.borderGroupRows) * c.groupRow(), others) << "case " << n;
        }
        else
        {
            EXPECT_EQ(Rect(0, 0, c.items(), c.tiles()), found) << "case " << n;
            EXPECT_EQ(0, range.borderGroupRows) << "case " << n;
        }
    }
    EXPECT_GT(some, 300);
    EXPECT_GT(none, 300);
}

//! A region deep in its image has only interior tiles, yet a row of border groups reserves work-items.
TEST(Clconv_InteriorTiles, hasBorderGroupsAlsoWithoutBorderTiles)
{
    Case c;
    c.problem = problemOf(CV_8U, CV_8U, 1, Size(3, 3), Size(64, 64));
    c.problem.readable = Size(128, 128);
    c.geometry.srcOrigin = Point(32, 32);
    c.geometry.srcStep = 128;
    c.geometry.srcOffset = 0;
    c.shape.px = c.shape.vec = 8;
    c.shape.rows = 4;
    c.shape.loadWidth = 16;
    const TileRange range = c.range();
    EXPECT_EQ(Rect(0, 0, 8, 16), Rect(range.firstColumn, range.firstRow, range.columns, range.rows));
    EXPECT_EQ(1, range.borderGroupRows);
}

//! Work-items number the border tiles in an int. If there are more tiles, none is treated as interior.
TEST(Clconv_InteriorTiles, numbersNoMoreThanAnIntHolds)
{
    Case c;
    c.problem = problemOf(CV_8U, CV_8U, 4, Size(1, 3), Size(1, 1 << 30));
    c.geometry.srcOrigin = Point(0, -1);
    c.geometry.srcStep = 4;
    c.geometry.srcOffset = 0;
    c.shape.px = c.shape.rows = 1;
    c.shape.loadWidth = 4;
    const TileRange range = c.range(); // of four items in a row only the first has its four scalars inside
    EXPECT_EQ(0, range.borderGroupRows);
    EXPECT_EQ(Rect(0, 0, 4, 1 << 30), Rect(range.firstColumn, range.firstRow, range.columns, range.rows));
}

//! Runs `statements` in OpenCL C, with the library's includes, on a struct of the host.
//! @param parameter declaration of the struct
//! @returns the numbers written to `out`
Mat readByKernel(const std::string& parameter, const std::string& statements, const ocl::KernelArg& argument, int count)
{
    std::string code;
    for (const ocl::internal::ProgramEntry* file : ocl::clconv::embeddedFiles)
        if (file->name == std::string("interface"))
            code = file->programCode;
    code += "\n__kernel void probe(" + parameter + ", __global int* out)\n{\n" + statements + "}\n";
    String error;
    ocl::Kernel kernel("probe", ocl::ProgramSource("clconv_test", "shared_structs", code, ""), "", &error);
    EXPECT_FALSE(kernel.empty()) << error;
    UMat out(1, count, CV_32S, Scalar(0));
    size_t global = 1;
    kernel.set(kernel.set(0, argument), ocl::KernelArg::PtrWriteOnly(out));
    EXPECT_TRUE(kernel.run(1, &global, nullptr, true));
    return out.getMat(ACCESS_READ).clone();
}

TileRange tileRangeFrom(int first)
{
    TileRange range;
    range.firstColumn = first;
    range.firstRow = first + 1;
    range.columns = first + 2;
    range.rows = first + 3;
    range.borderGroupRows = first + 4;
    range.prefetchRows = first + 5;
    range.border = first + 6;
    range.unused = first + 7;
    return range;
}

const char* const tileRangeFields =
    "out[0] = range.firstColumn; out[1] = range.firstRow; out[2] = range.columns;\n"
    "out[3] = range.rows; out[4] = range.borderGroupRows; out[5] = range.prefetchRows;\n"
    "out[6] = range.border; out[7] = range.unused;\n";

//! Kernels get the struct as a vector: each field must arrive under its own name.
TEST(Clconv_InteriorTiles, haveTheSameFieldsInKernels)
{
    TileRange range = tileRangeFrom(11);
    const Mat read = readByKernel("const int8 numbers",
                                  "const TileRange range = FIELDS_OF(numbers);\n" + std::string(tileRangeFields),
                                  ocl::KernelArg(ocl::KernelArg::CONSTANT, nullptr, 1, 1, &range, sizeof(range)), 8);
    EXPECT_EQ(0, cv::norm(Mat(Mat_<int>({1, 8}, {11, 12, 13, 14, 15, 16, 17, 18})), read, NORM_INF)) << read;
}

//! A table of images is copied unchanged, so compilers of host and device must place its fields alike.
TEST(Clconv_InteriorTiles, areInImagesOfABatchWhereKernelsReadThem)
{
    std::vector<clconv::BatchImage> images(2);
    clconv::BatchImage& image = images[1];
    image.source = 31, image.output = 32, image.srcStep = 33, image.srcOffset = 34, image.dstStep = 35;
    image.dstOffset = 36, image.firstGroup = 37, image.groupColumns = 38;
    image.srcArea = {{39, 40, 41, 42}};
    image.dstSize = {{43, 44}};
    image.firstCoefficient = 45;
    image.tileRange = tileRangeFrom(21);
    UMat table;
    Mat(1, int(images.size() * sizeof(image)), CV_8U, images.data()).copyTo(table);
    const Mat read =
        readByKernel("__global const BatchImage* images",
                     "const int8 numbers = images[1].tileRange;\nconst TileRange range = FIELDS_OF(numbers);\n" +
                         std::string(tileRangeFields) +
                         "out[8] = images[1].source; out[9] = images[1].output; out[10] = images[1].srcStep;\n"
                         "out[11] = images[1].srcOffset; out[12] = images[1].dstStep; out[13] = images[1].dstOffset;\n"
                         "out[14] = images[1].firstGroup; out[15] = images[1].groupColumns; vstore4(images[1].srcArea, "
                         "0, out + 16);\n"
                         "vstore2(images[1].dstSize, 0, out + 20); out[22] = images[1].firstCoefficient;\n",
                     ocl::KernelArg::PtrReadOnly(table), 23);
    for (int i = 0; i < 23; i++)
        EXPECT_EQ(21 + i + (i < 8 ? 0 : 2), read.at<int>(i)) << i;
}

//! The number after "-D NAME=" in a program's options.
int optionOf(const clconv::Plan& plan, const std::string& name)
{
    const std::string text = plan.options.text(), define = "-D " + name + "=";
    const size_t at = text.find(define);
    EXPECT_NE(std::string::npos, at) << name << " in " << text;
    return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + define.size());
}

//! Expects that the tile shape of a plan is what its program loads: the vectors of all chunks of the input window.
void expectTilesOfProgram(const clconv::Problem& problem, const clconv::Plan& plan)
{
    const TileShape& shape = plan.tile;
    const int vec = optionOf(plan, "VEC"), px = optionOf(plan, "PX"), taps = optionOf(plan, "TAPS_PER_CHUNK");
    const int lead = optionOf(plan, "LEAD"), channels = problem.channels;
    const bool unaligned = optionOf(plan, "UNALIGNED_LOAD") != 0;
    const int chunks = (problem.filterSize.width + taps - 1) / taps, window = px + (taps - 1) * channels;
    const int vectors = (lead + window + vec - 1) / vec + (unaligned ? 1 : 0);
    EXPECT_EQ(px, shape.px);
    EXPECT_EQ(optionOf(plan, "ROWS"), shape.rows);
    EXPECT_EQ(lead, shape.lead);
    EXPECT_EQ(unaligned ? 1 : vec, shape.vec);
    EXPECT_EQ((chunks - 1) * taps * channels + vectors * vec, shape.loadWidth);
    EXPECT_EQ(plan.prefetch > 0, optionOf(plan, "HAS_PREFETCH") != 0);
}

TEST(Clconv_InteriorTiles, plansMatchWhatTheirProgramsLoad)
{
    std::vector<clconv::Problem> problems = manyProblems();
    const std::vector<clconv::Problem> banks = manyBanks();
    problems.insert(problems.end(), banks.begin(), banks.end());
    std::map<std::string, int> tiles;
    for (const clconv::Problem& problem : problems)
        for (const clconv::DeviceTraits& device : {nvidiaCard(), intelGraphics()})
            for (const char* force : {"", "direct", "specialized"})
            {
                const clconv::Plan plan = clconv::makePlan(problem, device, clconv::parseForce(force));
                const std::string name = nameOf(plan);
                ASSERT_EQ(name == "direct" || name == "specialized", plan.tile.px > 0) << name;
                if (plan.tile.px == 0)
                    continue;
                expectTilesOfProgram(problem, plan);
                tiles[name + (plan.filterCount > 1 ? ", bank" : "")]++;
            }
    for (const char* name : {"direct", "specialized", "direct, bank"})
        EXPECT_GT(tiles[name], 100) << name;
}

//! Tiles that extend beyond an image are stored scalar by scalar.
TEST(Clconv_InteriorTiles, plansHaveNoTilesTallerThanTheImage)
{
    for (int height : {1, 2, 3, 7})
        for (const Launches& launches : allLaunches())
        {
            const std::string force = launches.impl->name;
            if (force != "direct" && force != "specialized")
                continue;
            const clconv::Problem problem = problemFor(launches, CV_8U, CV_8U, Size(5, 5), Size(100000, height));
            const clconv::Plan plan = clconv::makePlan(problem, h200(), clconv::parseForce(force));
            EXPECT_EQ(force, nameOf(plan));
            EXPECT_LE(plan.tile.rows, height) << force;
        }
}

}} // namespace opencv_test
