// SPDX-License-Identifier: Apache-2.0
//
// Host images that are split over several contexts of one device, which stand for several devices.

#include "bands/small_bands.hpp"
#include "bands/two_contexts.hpp"
#include "cases/small.hpp"
#include "runtime/captured_log.hpp"

#include "host/pipeline.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <chrono>
#include <condition_variable>
#include <set>
#include <thread>

namespace opencv_test { namespace {

//! Tries Mats and UMats on the host, existing and new outputs, in all layouts.
void expectRightSplit(const FilterCase& base, int threads = 1)
{
    const clconv::TuningScope bands(tuningOfSmallBands(threads));
    const clconv::SplitScope split(twoContexts());
    const std::vector<FilterCase> all = layouts(base);
    for (size_t i = 0; i < all.size(); i++)
    {
        FilterCase filterCase = all[i];
        filterCase.srcIsMat = i % 3 != 1;
        filterCase.srcOnHost = !filterCase.srcIsMat;
        filterCase.dstIsMat = i % 3 == 0;
        filterCase.dstOnHost = !filterCase.dstIsMat && !filterCase.dstParent.empty();
        const clconv::MatTransferScope transfer(transferOf(i));
        EXPECT_TRUE(isRight(filterCase));
    }
}

TEST(Clconv_Split, isRightForEveryBorder)
{
    for (int border : borderTypes())
        for (int isolated : {0, int(BORDER_ISOLATED)})
            for (const Size& kernel : {Size(3, 5), Size(6, 4), Size(5, 41)})
                expectRightSplit(caseOf(CV_8UC1, kernel, border | isolated));
}

TEST(Clconv_Split, isRightForEveryType)
{
    for (int type : {CV_8UC3, CV_16UC1, CV_16SC4, CV_32FC1, CV_64FC2})
        expectRightSplit(caseOf(type, Size(3, 4), BORDER_REFLECT_101), 2);
}

TEST(Clconv_Split, isRightInPlaceAndOverlapping)
{
    const clconv::TuningScope bands(tuningOfSmallBands(2));
    const clconv::SplitScope split(twoContexts());
    for (int isMat : {0, 1})
        for (int shift = 0; shift < 4; shift++)
        {
            FilterCase filterCase = caseOf(CV_8UC3, Size(5, 7), BORDER_REFLECT);
            filterCase.srcIsMat = filterCase.dstIsMat = isMat != 0;
            filterCase.srcOnHost = !isMat;
            expectRightOverItsSource(filterCase, shift);
        }
}

TEST(Clconv_Split, givesTheBitsOfOneDevice)
{
    const clconv::TuningScope bands(tuningOfSmallBands(2));
    const Mat src = clconv_test::randomImage(Size(211, 307), CV_32FC1, theRNG());
    const Mat kernel = caseOf(CV_32FC1, Size(7, 5), 0).kernel;
    Mat one, both;
    {
        const clconv::SplitScope scope({twoContexts()[0]});
        clconv::filter2D(src, one, -1, kernel);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    }
    {
        const clconv::SplitScope scope(twoContexts());
        for (int i = 0; i < 5; i++)
        {
            both.release();
            clconv::filter2D(src, both, -1, kernel);
            EXPECT_NE("opencv-cpu", clconv::lastImplementation());
            EXPECT_EQ(0, cv::norm(one, both, NORM_INF));
        }
    }
}

TEST(Clconv_Split, isMadeByManyThreadsAtOnce)
{
    const Mat src = clconv_test::randomImage(Size(97, 131), CV_8UC1, theRNG());
    const Mat kernel = smallKernel();
    twoContexts();
    const clconv::Tuning tuning = tuningOfSmallBands(2);
    std::vector<Mat> results(6);
    std::vector<std::thread> threads;
    for (Mat& result : results)
        threads.emplace_back(
            [&]()
            {
                const clconv::TuningScope bands(tuning);
                const clconv::SplitScope split(twoContexts());
                for (int i = 0; i < 4; i++)
                    clconv::filter2D(src, result, -1, kernel);
            });
    for (std::thread& thread : threads)
        thread.join();
    for (const Mat& result : results)
        EXPECT_EQ("", compared(result, src, kernel));
}

TEST(Clconv_Split, leavesImagesOnTheDeviceThere)
{
    const clconv::SplitScope split(twoContexts());
    UMat src, dst;
    pixels(CV_8UC1).copyTo(src);
    clconv::filter2D(src, dst, -1, smallKernel());
    EXPECT_TRUE(clconv::isOnDevice(dst));
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
    UMat made;
    clconv::filter2D(pixels(CV_8UC1), made, -1, smallKernel());
    EXPECT_FALSE(clconv::isOnDevice(made)) << "an output that the call creates is made on the host";
    EXPECT_EQ("", compared(made.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

TEST(Clconv_Split, isForNamedFiltersAndBanksOfMats)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    const clconv::SplitScope split(twoContexts());
    const Mat src = pixels(CV_32FC1);
    Mat sobel, expected;
    clconv::Sobel(src, sobel, -1, 1, 0);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    cv::Sobel(src, expected, -1, 1, 0);
    EXPECT_LE(cv::norm(sobel, expected, NORM_INF), 1e-3);
    std::vector<Mat> results;
    clconv::filterBank(src, results, -1, std::vector<Mat>{smallKernel(), smallKernel() * 2});
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(results[0], src, smallKernel()));
    EXPECT_EQ("", compared(results[1], src, smallKernel() * 2));
}

TEST(Clconv_Split, rejectsWhatAMatRejects)
{
    const clconv::SplitScope split(twoContexts());
    Mat dst(3, 3, CV_8UC1, Scalar(5));
    EXPECT_THROW(clconv::filter2D(pixels(CV_32FC1), dst, CV_8U, smallKernel()), cv::Exception);
    EXPECT_EQ(9 * 5, cv::sum(dst)[0]);
    EXPECT_THROW(clconv::SplitScope(std::vector<ocl::OpenCLExecutionContext>()), cv::Exception);
    EXPECT_THROW(clconv::SplitScope(std::vector<ocl::OpenCLExecutionContext>(1)), cv::Exception);
}

//! A call of runPipeline on two devices with work that a test supplies.
class SplitBands
{
public:
    enum class End
    {
        Works,
        Refuses,
        HasNoMemory,
        Fails
    };

    SplitBands(End first, End second)
    {
        ends_[twoContexts()[0].getContext().ptr()] = first;
        ends_[twoContexts()[1].getContext().ptr()] = second;
    }

    clconv::HostRun run()
    {
        const clconv::HostCall call = hostCallOf(src_, dst_, Size(5, 3), Point(2, 1), BORDER_DEFAULT);
        clconv::HostPlan plan;
        plan.rows = 3;
        plan.slots = 2;
        plan.threads = 2;
        std::vector<clconv::HostDevice> devices;
        for (const ocl::OpenCLExecutionContext& context : twoContexts())
            devices.push_back({context, plan, accessOf(devices.empty())}); // the second device copies its bands
        return clconv::runPipeline(
            devices, call, [this](const UMat& src, const Range&, std::vector<UMat>& dst) { return filter(src, dst); });
    }

    std::string difference() const { return compared(dst_, src_, smallKernel()); }

private:
    //! The first band of each device waits until the other device has begun one.
    const clconv::Implementation* filter(const UMat& src, std::vector<UMat>& dst)
    {
        void* const context = ocl::Context::getDefault().ptr();
        {
            std::unique_lock<std::mutex> lock(mutex_);
            seen_.insert(context);
            changed_.notify_all();
            if (!changed_.wait_for(lock, std::chrono::minutes(5), [this]() { return seen_.size() == 2; }))
                throw std::runtime_error("one device only");
        }
        switch (ends_.at(context))
        {
        case End::Refuses: return nullptr;
        case End::HasNoMemory: throw clconv::MemoryFailure("a test takes the memory");
        case End::Fails: throw std::runtime_error("a test fails");
        case End::Works: break;
        }
        clconv::filter2D(src, dst[0], -1, smallKernel(), Point(2, 1), 0, BORDER_DEFAULT);
        return clconv::implementations()[0];
    }

    const Mat src_ = pixels(CV_8UC1);
    Mat dst_ = Mat(src_.size(), CV_8UC1, Scalar(7));
    std::map<void*, End> ends_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<void*> seen_;
};

TEST(Clconv_Split, usesBothDevices)
{
    SplitBands bands(SplitBands::End::Works, SplitBands::End::Works);
    EXPECT_EQ(clconv::HostResult::Done, bands.run().result); // the bands wait until both devices have begun
    EXPECT_EQ("", bands.difference());
}

TEST(Clconv_Split, givesTheBandsOfADeviceThatFailsToTheOther)
{
    typedef SplitBands::End End;
    for (End end : {End::Refuses, End::HasNoMemory, End::Fails})
        for (bool first : {false, true})
        {
            clconv::forgetLogged();
            Log log(utils::logging::LOG_LEVEL_WARNING);
            const clconv::OneWarning one;
            SplitBands bands(first ? end : End::Works, first ? End::Works : end);
            EXPECT_EQ(clconv::HostResult::Done, bands.run().result);
            EXPECT_EQ("", bands.difference());
            EXPECT_EQ(end == End::Fails ? 1 : 0, log.count("WARN", "bands in which a device failed"));
        }
}

TEST(Clconv_Split, endsAsTheMostHopefulDeviceWhereAllFail)
{
    typedef SplitBands::End End;
    EXPECT_EQ(clconv::HostResult::Refused, SplitBands(End::Refuses, End::Refuses).run().result);
    EXPECT_EQ(clconv::HostResult::NoMemory, SplitBands(End::Refuses, End::HasNoMemory).run().result);
    EXPECT_EQ(clconv::HostResult::NoMemory, SplitBands(End::HasNoMemory, End::Fails).run().result);
    EXPECT_THROW(SplitBands(End::Fails, End::Refuses).run(), std::runtime_error);
}

TEST(Clconv_RowQueue, handsOutEachRowUntilItIsFiltered)
{
    clconv::RowQueue queue(10);
    EXPECT_EQ(Range(0, 4), queue.take(4, true));
    EXPECT_EQ(Range(4, 8), queue.take(4, true));
    EXPECT_EQ(Range(8, 10), queue.take(4, true));
    EXPECT_TRUE(queue.take(4, false).empty());
    queue.finish(Range(0, 4));
    queue.giveBack(Range(4, 8));
    EXPECT_EQ(Range(4, 7), queue.take(3, true));
    EXPECT_EQ(Range(7, 8), queue.take(3, true));
    queue.finish(Range(4, 7));
    queue.finish(Range(8, 10));
    EXPECT_FALSE(queue.isDone());
    std::thread other(
        [&]()
        {
            const Range rows = queue.take(3, true); // waits for bands that are returned
            if (rows == Range(7, 8))
                queue.finish(rows);
        });
    queue.giveBack(Range(7, 8));
    other.join();
    EXPECT_TRUE(queue.isDone());
    EXPECT_TRUE(queue.take(3, true).empty());
}

}} // namespace opencv_test
