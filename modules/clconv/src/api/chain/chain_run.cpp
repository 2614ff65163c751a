// SPDX-License-Identifier: Apache-2.0
//
// Launches one after the other, and what fails by its single stages.

#include "api/chain/chain_run.hpp"
#include "api/chain/fused_launch.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

//! Images of values while a chain is applied. Those between launches are in scratch memory: a driver may wait where an
//! image is freed that a launch still uses, and on a CPU device new memory costs as much as a filter.
class Images
{
public:
    Images(const PlannedChain& planned, const UMat& src) :
        planned_(planned), dispatcher_(Dispatcher::current()), images_(planned.values.size()),
        leases_(planned.values.size())
    {
        images_[0] = src;
    }

    //! @param result gets that of the last launch
    void run(UMat& result)
    {
        for (size_t i = 0; i < planned_.launches.size(); ++i)
        {
            const ChainLaunch& launch = planned_.launches[i];
            const bool isLast = i + 1 == planned_.launches.size();
            UMat out = isLast ? result : make(launch.members.back());
            if (!runTogether(launch, out))
                for (int member : launch.members)
                    runAlone(member, member == launch.members.back() ? &out : nullptr);
            images_[size_t(launch.members.back())] = out;
            if (isLast)
                result = out;
            release(i + 1);
        }
    }

private:
    UMat make(int value)
    {
        const int type = planned_.values[size_t(value)].type;
        const size_t step = size_t(planned_.size.width) * CV_ELEM_SIZE(type);
        const size_t bytes = step * size_t(planned_.size.height);
        std::unique_ptr<ScratchMemory::Lease>& lease = leases_[size_t(value)];
        lease.reset(new ScratchMemory::Lease(dispatcher_->cache().scratchMemory(), currentQueue()(), bytes));
        UMat image;
        ocl::convertFromBuffer(lease->buffer()(), step, planned_.size.height, planned_.size.width, type, image);
        image.u->size = bytes; // in a larger buffer it would be taken for a region of a larger image
        return image;
    }

    bool runTogether(const ChainLaunch& launch, UMat& out)
    {
        if (!launch.fused.refusal.empty())
            return false;
        const UMat& src = images_[size_t(launch.fused.source)];
        const UMat* const second = launch.fused.second < 0 ? nullptr : &images_[size_t(launch.fused.second)];
        const auto isUsable = [](const UMat& image) { return isOnDevice(image) && !isMapped(image); };
        if (!isUsable(src) || !isUsable(out) || (second && !isUsable(*second)))
            return false;
        try
        {
            const Implementation* const impl = runFused(launch.fused, src, second, out);
            if (impl)
                setLastImplementation(impl);
            return impl != nullptr;
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("the device failed, the stages of a chain run one by one: ") + e.what());
            return false;
        }
    }

    void runAlone(int member, UMat* out)
    {
        const Value& value = planned_.values[size_t(member)];
        UMat image = out ? *out : make(member);
        const UMat &a = images_[size_t(value.stage->inputs[0])], &b = images_[size_t(value.stage->inputs[1])];
        if (value.call)
            filter(a, image, *value.call);
        else if (!callSettings().inquiry)
        {
            const bool two = takesTwo(value.stage->operation);
            MappedImage first(a), target(image);
            std::unique_ptr<MappedImage> second(two ? new MappedImage(b) : nullptr);
            runStage(value, first.mat, two ? second->mat : first.mat, target.mat);
            first.release();
            if (two)
                second->release();
            target.releaseWritten();
            setLastImplementation(nullptr);
        }
        images_[size_t(member)] = image;
        if (out)
            *out = image;
    }

    //! Frees the memory of values that no launch from this one on reads.
    void release(size_t launch)
    {
        const auto later = planned_.launches.begin() + std::ptrdiff_t(launch);
        for (size_t i = 1; i < images_.size(); ++i)
            if (std::none_of(later, planned_.launches.end(),
                             [&](const ChainLaunch& one) { return reads(planned_.values, one.members, int(i)); }))
            {
                images_[i].release();
                leases_[i].reset();
            }
    }

    const PlannedChain& planned_;
    const std::shared_ptr<Dispatcher> dispatcher_;
    std::vector<UMat> images_;
    std::vector<std::unique_ptr<ScratchMemory::Lease>> leases_;
};

} // namespace

void runOnUMats(const PlannedChain& planned, const UMat& src, UMat& result)
{
    Images(planned, src).run(result);
}

void runOnMats(const std::vector<Value>& values, const Mat& src, OutputArray dst)
{
    std::vector<Mat> images(values.size());
    images[0] = src;
    dst.create(src.size(), values.back().type);
    images.back() = dst.getMat();
    for (size_t i = 1; i < values.size(); ++i)
    {
        const ChainStage& stage = *values[i].stage;
        runStage(values[i], images[size_t(stage.inputs[0])], images[size_t(stage.inputs[1])], images[i]);
        for (size_t j = 1; j < i; ++j) // memory that was just used is in the cache
            if (std::none_of(values.begin() + std::ptrdiff_t(i) + 1, values.end(),
                             [&](const Value& value) { return readsValue(*value.stage, int(j)); }))
                images[j].release();
    }
}

}} // namespace cv::clconv
