// SPDX-License-Identifier: Apache-2.0
//
// Launches one after the other. What does not run together runs stage by stage.

#include "api/chain/chain_run.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

//! Whether stages behind a filter can address an image by the offsets of the outputs.
bool areAlike(const UMat& second, const UMat& dst)
{
    const Layout a = layoutOf(second), b = layoutOf(dst);
    const size_t difference = size_t(a.start) + a.offset - size_t(b.start) - b.offset;
    return a.step == b.step && difference % memoryAlignment == 0;
}

//! @param second the second image that the stages read; null: there is none
//! @returns false where nothing ran
bool runTogether(const Call& call, const UMat& src, const UMat* second, UMat& dst)
{
    const auto isUsable = [](const UMat& image) { return isOnDevice(image) && !isMapped(image); };
    const bool areUsable = isUsable(src) && isUsable(dst) && (!second || isUsable(*second));
    if (second && (!areUsable || (call.after && !areAlike(*second, dst))))
        return false;
    if (!areUsable) // in bands, or on the CPU
    {
        setLastImplementation(run(src, dst, call));
        return true;
    }
    try
    {
        const Implementation* const impl = runOnUMats(src, dst, call, SpecializationTable::Use::Call, second);
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

bool runTogether(const Call& call, const Mat& src, const Mat* second, Mat& dst)
{
    if (!second)
        setLastImplementation(run(src, dst, call));
    return !second;
}

//! An image between two launches, and what holds its memory.
struct Between
{
    Between(int type, Size size, UMat& image)
    {
        const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
        if (newImage(type, size).step * size_t(size.height) > dispatcher->traits().maxBufferBytes)
        {
            image = newOnHost(size, type);
            return;
        }
        scratch.reset(new ScratchImage(dispatcher->cache().scratchMemory(), type, size));
        image = scratch->image;
    }
    Between(int type, Size size, Mat& image) { image.create(size, type); }

    std::unique_ptr<ScratchImage> scratch;
};

//! @p Image is UMat or Mat.
template<typename Image>
class Launches
{
public:
    Launches(const PlannedChain& planned, const Image& src) :
        planned_(planned), images_(planned.values.size()), memory_(planned.values.size())
    {
        images_[0] = src;
    }

    //! @param result gets that of the last launch
    void run(Image& result)
    {
        for (size_t i = 0; i < planned_.launches.size(); ++i)
        {
            const ChainLaunch& launch = planned_.launches[i];
            const bool isLast = i + 1 == planned_.launches.size();
            Image out = isLast ? result : make(launch.members.back());
            if (!runStages(launch, out))
                for (int member : launch.members)
                    runAlone(member, member == launch.members.back() ? &out : nullptr);
            images_[size_t(launch.members.back())] = out;
            if (isLast)
                result = out;
            release(i + 1);
        }
    }

private:
    Image make(int value)
    {
        Image image;
        memory_[size_t(value)].reset(new Between(planned_.values[size_t(value)].type, planned_.size, image));
        return image;
    }

    bool runStages(const ChainLaunch& launch, Image& out)
    {
        const FusedStages& fused = launch.fused;
        return fused.refusal.empty() && runTogether(*launch.call, images_[size_t(fused.source)],
                                                    fused.second < 0 ? nullptr : &images_[size_t(fused.second)], out);
    }

    void runAlone(int member, Image* out)
    {
        const Value& value = planned_.values[size_t(member)];
        Image image = out ? *out : make(member);
        const Image &a = images_[size_t(value.stage->inputs[0])], &b = images_[size_t(value.stage->inputs[1])];
        if (value.call)
            filter(a, image, *value.call);
        else if (!callSettings().inquiry)
        {
            const bool two = takesTwo(value.stage->operation);
            MappedImage first(a), target(image);
            std::unique_ptr<MappedImage> second(two ? new MappedImage(b) : nullptr);
            computeStage(value, first.mat, two ? second->mat : first.mat, target.mat, true);
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
                memory_[i].reset();
            }
    }

    const PlannedChain& planned_;
    std::vector<Image> images_;
    std::vector<std::unique_ptr<Between>> memory_;
};

} // namespace

void runLaunches(const PlannedChain& planned, const UMat& src, UMat& result)
{
    Launches<UMat>(planned, src).run(result);
}

void runLaunches(const PlannedChain& planned, const Mat& src, Mat& result)
{
    Launches<Mat>(planned, src).run(result);
}

}} // namespace cv::clconv
