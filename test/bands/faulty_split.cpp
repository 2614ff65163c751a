// SPDX-License-Identifier: Apache-2.0
//
// Images split over two contexts while functions fail in whichever thread calls them first.

#include "bands/small_bands.hpp"
#include "faults/faults.hpp"
#include "faults/walk/walk.hpp"
#include "host/host_memory.hpp"
#include "support/fuzz/contexts.hpp"
#include "util/log.hpp"

namespace opencv_test { namespace {

//! Makes every function fail at its first, third or a later call, once or for good, with mapped and copied buffers.
class FaultySplit : public testing::Test
{
protected:
    FaultySplit() : contexts_(clconv_test::contextsOf(1, 2)), bands_(tuningOfSmallBands(2)) {}

    void call(clconv::MatTransfer way, Mat& dst)
    {
        const clconv::MatTransferScope transfer(way);
        const clconv::SplitScope split(contexts_);
        clconv::filter2D(src_, dst, -1, smallKernel());
    }

    void expectRight(clconv::MatTransfer way, Function function, int first, int count)
    {
        clconv::forgetLogged();
        for (const ocl::OpenCLExecutionContext& context : contexts_) // forget the implementations that were excluded
        {
            const ocl::OpenCLExecutionContextScope scope(context);
            clconv_faults::forgetEverything();
            clconv::HostMemory::current()->releaseKept();
        }
        Mat dst(src_.size(), src_.type(), Scalar(7));
        Log log(utils::logging::LOG_LEVEL_WARNING);
        {
            const Failing failing(function, first, count);
            EXPECT_NO_THROW(call(way, dst));
        }
        const std::string what = std::string(clconv_faults::nameOf(function)) + cv::format(" %d %d", first, count);
        EXPECT_EQ("", compared(dst, src_, smallKernel())) << what;
        EXPECT_GE(1, log.count("WARN", "") - log.count("WARN", "is excluded")) << what << log.text();
    }

    const std::vector<ocl::OpenCLExecutionContext> contexts_;
    const clconv::TuningScope bands_;
    const Mat src_ = pixels(CV_8UC1);
};

TEST_F(FaultySplit, isRightWhateverFails)
{
    for (clconv::MatTransfer way : {clconv::MatTransfer::Shared, clconv::MatTransfer::Staged})
    {
        Mat dst;
        call(way, dst);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        for (int f = 0; f < int(Function::ReleaseContext); ++f)
            for (int first : {0, 2, 9})
                for (int count : {1, -1})
                    expectRight(way, Function(f), first, count);
    }
}

}} // namespace opencv_test
