// SPDX-License-Identifier: Apache-2.0
//
// Calls in bands of rows, on images without buffers on the device, as OpenCV makes them if the device is out of memory.

#include "bands/small_bands.hpp"
#include "tuning/tuned.hpp"
#include "cases/small.hpp"

#include "planner/host_plan.hpp"
#include "planner/current_tuning.hpp"
#include "dispatch/dispatcher.hpp"
#include "runtime/launch.hpp"

namespace opencv_test { namespace {

//! The three ways in which an image can be on the host.
void placeOnHost(FilterCase& filterCase, int way)
{
    filterCase.srcOnHost = way != 1;
    filterCase.dstOnHost = way != 0;
    if (filterCase.dstOnHost && filterCase.dstParent.empty())
    {
        filterCase.dstParent = filterCase.size + Size(3, 2);
        filterCase.dstOrigin = Point(2, 1);
    }
}

void expectRightInBands(const FilterCase& base, const char* implementation = "")
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    const std::vector<FilterCase> all = layouts(base);
    for (size_t i = 0; i < all.size(); i++)
    {
        FilterCase filterCase = all[i];
        placeOnHost(filterCase, int(i) % 3);
        const clconv::MatTransferScope transfer(transferOf(i));
        EXPECT_TRUE(isRight(filterCase, implementation));
    }
}

TEST(Clconv_Bands, areRightForEveryBorder)
{
    for (int border : borderTypes())
        for (int isolated : {0, int(BORDER_ISOLATED)})
            for (const Size& kernel : {Size(3, 5), Size(1, 9), Size(6, 4), Size(5, 41)})
                expectRightInBands(caseOf(CV_8UC1, kernel, border | isolated));
}

TEST(Clconv_Bands, areRightForEveryType)
{
    for (int depth : depths())
        for (int channels : {1, 3, 5})
            expectRightInBands(caseOf(CV_MAKETYPE(depth, channels), Size(3, 4), BORDER_REFLECT_101));
}

TEST(Clconv_Bands, areRightInPlaceAndOverlapping)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    for (int border : {int(BORDER_WRAP), int(BORDER_REFLECT), BORDER_REPLICATE | BORDER_ISOLATED})
        for (int shift = 0; shift < 4; shift++)
        {
            FilterCase filterCase = caseOf(CV_8UC3, Size(5, 7), border);
            filterCase.srcOnHost = true;
            expectRightOverItsSource(filterCase, shift);
        }
}

TEST(Clconv_Bands, areRightForBanksAndSeparableFilters)
{
    FilterCase filterCase = caseOf(CV_8UC1, Size(5, 3), BORDER_REFLECT);
    filterCase.otherKernels = {caseOf(CV_8UC1, Size(5, 3), BORDER_WRAP).kernel,
                               caseOf(CV_8UC1, Size(7, 6), BORDER_WRAP).kernel};
    expectRightInBands(filterCase);
    filterCase.otherKernels.clear();
    filterCase.kernel = Mat_<float>({1, 5}, {0.25f, -1, 0.5f, 2, 0.125f});
    filterCase.kernelY = Mat_<float>({3, 1}, {0.5f, 1, -0.25f});
    expectRightInBands(filterCase);
}

TEST(Clconv_Bands, areRightFromAMatAndFromPaddedMemory)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    for (int padding : {0, 7})
        for (const FilterCase& laidOut : layouts(caseOf(CV_16SC1, Size(3, 5), BORDER_REFLECT)))
        {
            FilterCase filterCase = laidOut;
            filterCase.srcIsMat = true;
            placeOnHost(filterCase, 1);
            filterCase.padding = padding;
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_Bands, runOnTheDevice)
{
    FilterCase filterCase = caseOf(CV_8UC1, Size(5, 3), BORDER_REFLECT);
    filterCase.force = "reference";
    expectRightInBands(filterCase, "reference");
}

//! The halo of these filters exceeds a band.
TEST(Clconv_Bands, areRightForFiltersHigherThanABand)
{
    FilterCase filterCase = caseOf(CV_32FC1, Size(3, 120), BORDER_REFLECT);
    filterCase.size = Size(90, 75);
    const clconv::TuningScope bands(tuningOfSmallBands());
    for (int way = 0; way < 3; way++)
    {
        FilterCase placed = filterCase;
        placeOnHost(placed, way);
        EXPECT_TRUE(isRight(placed));
    }
}

//! Devices with their own memory copy bands through page-locked memory; the others map the buffers of bands.
TEST(Clconv_BandPipeline, isRightWithMappedAndWithCopiedBands)
{
    const Mat pixels = clconv_test::randomImage(Size(67, 101), CV_8UC3, theRNG());
    const Mat filter = caseOf(CV_8UC1, Size(3, 6), 0).kernel;
    Mat expected;
    cv::filter2D(pixels, expected, -1, filter, Point(1, 4), 0, BORDER_REFLECT);
    for (bool hostMemory : {false, true})
        for (int rows : {1, 7, 50, 101})
        {
            Mat source = pixels.clone(), result(pixels.size(), CV_8UC3, Scalar::all(7));
            const clconv::HostCall call = hostCallOf(source, result, filter.size(), Point(1, 4), BORDER_REFLECT);
            clconv::HostPlan plan;
            plan.rows = rows;
            plan.slots = 3;
            std::atomic<int> bands(0);
            const auto work = [&](const UMat& band, const Range&, std::vector<UMat>& dst)
            {
                ++bands;
                clconv::filter2D(band, dst[0], -1, filter, Point(1, 4), 0, BORDER_REFLECT);
                return clconv::implementations()[0];
            };
            EXPECT_EQ(clconv::HostResult::Done,
                      clconv::runPipeline({{ocl::OpenCLExecutionContext::getCurrent(), plan, accessOf(hostMemory)}},
                                          call, work)
                          .result);
            EXPECT_EQ((101 + rows - 1) / rows, bands);
            EXPECT_LE(cv::norm(expected, result, NORM_INF), 1) << rows;
        }
}

TEST(Clconv_Bands, arePreparedForImagesBeyondTheLargestBuffer)
{
    const size_t largest = clconv::Dispatcher::current()->traits().maxBufferBytes;
    const int width = 1 << 20, height = int(largest / width) + 1;
    EXPECT_TRUE(
        clconv::prepare(Mat::ones(3, 3, CV_32F), CV_8UC1, -1, Point(-1, -1), BORDER_DEFAULT, Size(width, height)));
}

TEST(Clconv_Bands, areNamedByExplain)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    const UMat src = onHost(Mat(300, 200, CV_8UC1, Scalar(3)));
    clconv::ForceScope force("reference");
    const std::string text = clconv::explain(src, -1, Mat::ones(5, 3, CV_32F));
    // 1 KiB holds five rows of 200 bytes, four of which are the halo
    EXPECT_NE(std::string::npos, text.find("in bands (75 of 4 rows), because the source is on the host, "
                                           "SLOTS=3 (t:2) BAND_KIB=1 (t:2)"))
        << text;
    EXPECT_NE(std::string::npos, text.find("reference: taken")) << text;
}

TEST(Clconv_Bands, areNamedByExplainForMatsBeyondTheLargestBuffer)
{
    static uchar pixel;
    const size_t largest = clconv::Dispatcher::current()->traits().maxBufferBytes;
    const int width = 1 << 20, height = int(largest / width) + 1;
    const Mat huge(height, width, CV_8UC1, &pixel); // explain() reads no pixel
    const std::string text = clconv::explain(huge, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_NE(std::string::npos, text.find("in bands (")) << text;
    EXPECT_NE(std::string::npos, text.find("because the source is on the host")) << text;
}

clconv::HostPlan planOf(int kib, size_t largest, const clconv::HostSizes& sizes)
{
    clconv::DeviceTraits device = h200();
    device.maxBufferBytes = largest;
    clconv::Tuning tuning = tuningOf({format("gpu | * | * | * | * | host:BAND_KIB=%d,SLOTS=2", kib)});
    tuning.id = -1000 - kib; // parameters are cached by this
    const clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(3, 3));
    return clconv::planHost(clconv::hostParameters(problem, device, tuning, nullptr), device, sizes);
}

TEST(Clconv_HostPlan, fitsBandsIntoBuffers)
{
    RNG rng(7);
    for (int i = 0; i < 1000; i++)
    {
        const int kib = 1 << rng.uniform(0, 12), halo = rng.uniform(0, 2) ? 2 : rng.uniform(0, 300);
        const size_t largest = size_t(1) << rng.uniform(10, 24);
        const clconv::HostSizes sizes = {rng.uniform(1, 5000), halo, size_t(rng.uniform(0, 3) * rng.uniform(1, 9000)),
                                         size_t(rng.uniform(0, 3) * rng.uniform(1, 9000))};
        const clconv::HostPlan plan = planOf(kib, largest, sizes);
        const bool canHoldOne = (halo + 1) * sizes.srcRow <= largest && sizes.dstRow <= largest;
        ASSERT_EQ(canHoldOne, plan.reason.empty());
        if (!canHoldOne)
            continue;
        ASSERT_LE(size_t(plan.rows + halo) * sizes.srcRow, largest);
        ASSERT_LE(size_t(plan.rows) * sizes.dstRow, std::max<size_t>(size_t(kib) << 10, sizes.dstRow));
        ASSERT_LE(size_t(plan.rows + halo) * sizes.srcRow,
                  std::max<size_t>(size_t(kib) << 10, size_t(std::max(2 * halo, 1)) * sizes.srcRow));
        ASSERT_LE(plan.rows, sizes.rows);
        ASSERT_GE(plan.rows * plan.count(sizes.rows), sizes.rows);
    }
}

TEST(Clconv_HostPlan, halvesUntilOneRowRemains)
{
    clconv::HostPlan plan = planOf(64, 1 << 20, {1000, 4, 1000, 1000});
    int steps = 0;
    for (int rows = plan.rows; plan.reason.empty(); steps++, rows = plan.rows)
    {
        plan = clconv::halved(plan, 1000);
        ASSERT_LT(plan.rows, rows);
    }
    EXPECT_EQ(6, steps); // rows of bands, from 59 rows on: 29 14 7 3 1 0
}

TEST(Clconv_HostPlan, takesTheSizeFromALine)
{
    const clconv::Tuning tables = clconv::loadTuning("");
    const clconv::MatFunction function = clconv::MatFunction::Filter2D;
    for (const clconv::DeviceTraits& device : {h200(), cpuDevice()})
    {
        const std::string slots = device.cpu ? "SLOTS=2 (cpu.txt:" : "SLOTS=8 (gpu.txt:";
        const auto parameters = [&](Size size, const clconv::MatFunction* onMats)
        { return clconv::hostParameters(problemOf(CV_8U, CV_8U, 4, Size(3, 3), size), device, tables, onMats); };
        for (const clconv::MatFunction* onMats : {&function, static_cast<const clconv::MatFunction*>(nullptr)})
            EXPECT_EQ(0u, parameters(Size(20000, 30000), onMats).text.find(slots));
        EXPECT_EQ(4096, parameters(Size(2048, 2048), &function).bandKiB);
        EXPECT_EQ(device.cpu ? 4096 : 8192, parameters(Size(4096, 4096), &function).bandKiB);
        EXPECT_EQ(4096, parameters(Size(4096, 4097), &function).bandKiB);
        EXPECT_EQ(4096, parameters(Size(4096, 4096), nullptr).bandKiB);
    }
}

}} // namespace opencv_test
