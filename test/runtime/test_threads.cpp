// SPDX-License-Identifier: Apache-2.0
//
// Many threads at once, each with its own queue, and images that are released while the device may still use them.

#include "buffer_pool.hpp"

#include "problem/device_traits.hpp"
#include "runtime/compiled_kernel.hpp"

#include <functional>
#include <thread>

namespace opencv_test { namespace {

const int threadCount = 16;

//! Whether threads may filter on their own queues.
bool hasConcurrentQueues()
{
    return clconv::traitsOf(ocl::Device::getDefault()).concurrentQueues;
}

//! Runs work(0), work(1), ... at once; each returns an error message, or an empty string.
void expectAllRight(const std::function<std::string(int)>& work)
{
    std::vector<std::string> errors(threadCount);
    std::vector<std::thread> threads;
    for (int i = 0; i < threadCount; i++)
        threads.push_back(std::thread(
            [i, &work, &errors]()
            {
                try
                {
                    errors[size_t(i)] = work(i);
                }
                catch (const std::exception& e)
                {
                    errors[size_t(i)] = e.what();
                }
            }));
    for (size_t i = 0; i < threads.size(); i++)
        threads[i].join();
    for (size_t i = 0; i < errors.size(); i++)
        EXPECT_EQ("", errors[i]) << "thread " << i;
}

FilterCase caseOf(int number, int srcType)
{
    RNG rng(unsigned(number + 1));
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.kernel =
        randomKernel(Size(5, 3), CV_MAT_DEPTH(srcType), CV_MAT_DEPTH(srcType), Coefficients::Random, rng);
    filterCase.seed = unsigned(number);
    return filterCase;
}

std::string performMany(int thread, const std::string& force, bool differ)
{
    static const int types[] = {CV_8UC1, CV_32FC1, CV_8UC3, CV_16SC1};
    for (int i = 0; i < 12; i++)
    {
        const int number = differ ? thread * 100 + i : 0;
        FilterCase filterCase = caseOf(number, types[differ ? (thread + i) % 4 : 0]);
        filterCase.force = force;
        filterCase.size = differ ? Size(20 + thread * 3, 60 - thread - i) : Size(61, 43);
        filterCase.anchor = differ ? Point(i % 5, thread % 3) : Point(-1, -1);
        const Result result = perform(filterCase);
        if (!result.error.empty())
            return describe(filterCase) + ", by " + result.implementation + ": " + result.error;
    }
    return std::string();
}

TEST(Clconv_Threads, callAtOnceWithTheSameArguments)
{
    expectAllRight([](int) { return performMany(0, "", false); });
}

TEST(Clconv_Threads, callAtOnceWithDifferentArguments)
{
    expectAllRight([](int thread) { return performMany(thread, "", true); });
}

TEST(Clconv_Threads, forceEachTheirOwn)
{
    static const char* const forces[] = {"reference", "direct", "", "cpu"};
    expectAllRight(
        [](int thread)
        {
            const std::string error = performMany(thread, forces[thread % 4], true);
            const std::string name = forces[thread % 4];
            return error.empty() && !name.empty() && clconv::lastImplementation() != name
                       ? "'" + clconv::lastImplementation() + "' ran, not '" + name + "'"
                       : error;
        });
}

//! All threads need the same program, which is not built yet; each time for another kernel size.
TEST(Clconv_Threads, buildTheSameProgramOnce)
{
    static int turn = 0;
    const Size size(6 + turn++, 5);
    const int before = clconv::programsBuilt();
    expectAllRight(
        [size](int thread)
        {
            FilterCase filterCase = caseOf(thread, CV_16UC2);
            RNG rng(7);
            filterCase.ddepth = CV_32F;
            filterCase.kernel = randomKernel(size, CV_16U, CV_32F, Coefficients::Random, rng);
            return perform(filterCase).error;
        });
    EXPECT_EQ(1, clconv::programsBuilt() - before);
}

TEST(Clconv_Threads, callOnQueuesOfTheirOwn)
{
    if (!hasConcurrentQueues())
        CLCONV_SKIP("kernels must not run on several queues of the device at a time");
    expectAllRight(
        [](int thread)
        {
            ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue();
            ocl::OpenCLExecutionContextScope scope(context);
            return performMany(thread, "", true);
        });
}

//! Another OpenCL context on the same device. OpenCV creates and keeps one for each text that names a device.
ocl::OpenCLExecutionContext secondContext()
{
    const ocl::Device& device = ocl::Device::getDefault();
    const std::string type = device.type() & ocl::Device::TYPE_CPU ? "CPU" : "GPU";
    const ocl::Context context = ocl::Context::create(":" + type + ":" + device.name());
    return ocl::OpenCLExecutionContext::create(context, context.device(0));
}

TEST(Clconv_Threads, callInTwoContexts)
{
    if (!hasConcurrentQueues())
        CLCONV_SKIP("kernels must not run on several queues of the device at a time");
    const ocl::OpenCLExecutionContext second = secondContext();
    ASSERT_NE(ocl::Context::getDefault().ptr(), second.getContext().ptr());
    expectAllRight(
        [&second](int thread)
        {
            if (thread % 2)
                return performMany(thread, "", true);
            ocl::OpenCLExecutionContext context = second.cloneWithNewQueue();
            ocl::OpenCLExecutionContextScope scope(context);
            return performMany(thread, "", true);
        });
}

TEST(Clconv_Threads, callInTwoContextsInTurn)
{
    const ocl::OpenCLExecutionContext second = secondContext();
    for (int turn = 0; turn < 3; turn++)
    {
        EXPECT_EQ("", performMany(turn, "", true));
        ocl::OpenCLExecutionContextScope scope(second);
        EXPECT_EQ("", performMany(turn, "", true));
    }
}

TEST(Clconv_Threads, callOnNewThreadsAgainAndAgain)
{
    for (int turn = 0; turn < 5; turn++)
        expectAllRight([turn](int thread) { return performMany(thread, "", turn % 2 != 0); });
}

//! Filters a new image into a region of another, and releases everything except the region.
UMat regionThatIsLeft(const Mat& pixels, const Mat& kernel)
{
    UMat src, parent(pixels.rows + 20, pixels.cols + 30, CV_8UC1, Scalar(5));
    pixels.copyTo(src);
    UMat dst = parent(Rect(7, 9, pixels.cols, pixels.rows));
    clconv::filter2D(src, dst, -1, kernel);
    return dst;
}

//! Allocates and fills memory of the released size.
void overwriteFreedMemory(Size size)
{
    for (int i = 0; i < 3; i++)
    {
        UMat a(size, CV_8UC1, Scalar(170)), b(size.height + 20, size.width + 30, CV_8UC1, Scalar(85));
        cv::add(a, Scalar(1), a);
    }
}

std::string letGo(int seed)
{
    RNG rng(unsigned(seed + 1));
    const Mat pixels = randomImage(Size(601, 403), CV_8UC1, rng);
    const Mat kernel = randomKernel(Size(7, 7), CV_8U, CV_8U, Coefficients::Random, rng);
    const Exact exact = exactSums(FilterInput{pixels, kernel, Point(-1, -1), 0, BORDER_DEFAULT, CV_8U});
    for (int i = 0; i < 5; i++)
    {
        const UMat left = regionThatIsLeft(pixels, kernel);
        overwriteFreedMemory(pixels.size());
        const std::string error = findDifference(left.getMat(ACCESS_READ), exact, Tolerance::PlainSum);
        if (!error.empty())
            return error;
    }
    return std::string();
}

TEST(Clconv_Lifetime, imagesMayGoRightAfterTheCall)
{
    EXPECT_EQ("", letGo(0));
}

TEST(Clconv_Lifetime, imagesMayGoBackToABufferPool)
{
    BufferPool pool(64 << 20);
    EXPECT_EQ("", letGo(1));
    expectAllRight(letGo);
}

TEST(Clconv_Lifetime, imagesMayGoToAPoolThatFeedsOtherQueues)
{
    if (!hasConcurrentQueues())
        CLCONV_SKIP("kernels must not run on several queues of the device at a time");
    BufferPool pool(64 << 20);
    expectAllRight(
        [](int thread)
        {
            ocl::OpenCLExecutionContext context = ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue();
            ocl::OpenCLExecutionContextScope scope(context);
            return letGo(thread);
        });
}

TEST(Clconv_Lifetime, theKernelMayGoRightAfterTheCall)
{
    const UMat src(301, 203, CV_8UC1, Scalar(2));
    for (int i = 1; i < 20; i++)
    {
        UMat dst;
        {
            UMat kernel(3, 3, CV_32F, Scalar(i));
            clconv::filter2D(src, dst, -1, kernel);
            kernel.setTo(Scalar(99));
        }
        EXPECT_EQ(0, cv::norm(dst, Mat(301, 203, CV_8U, Scalar(saturate_cast<uchar>(18 * i))), NORM_INF));
    }
}

TEST(Clconv_Lifetime, sourcesMayChangeRightAfterTheCall)
{
    UMat src(301, 203, CV_8UC1), dst;
    for (int i = 1; i < 20; i++)
    {
        src.setTo(Scalar(i));
        clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
        src.setTo(Scalar(200));
        EXPECT_EQ(0, cv::norm(dst, Mat(301, 203, CV_8U, Scalar(9 * i)), NORM_INF));
    }
}

}} // namespace opencv_test
