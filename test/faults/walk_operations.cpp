// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The operations of the walk: each function of the interface, each implementation, each place of source and output.

#include "walk.hpp"
#include "cases/small.hpp"
#include "support/implementations.hpp"

#include "api/filter2d.hpp"
#include "coefficients/coefficients.hpp"
#include "implementations/implementation.hpp"

#include <memory>

namespace clconv_faults
{
namespace
{

using namespace cv;
using namespace clconv_test;
using opencv_test::pixels;

enum class Kind
{
    Filter2D,
    Sep,
    Bank,
    Batch,
    Prepare,
    Explain
};

enum class From
{
    UMat,
    Mat,
    PaddedMat,
    IsolatedRegion,
    Host //!< a UMat without a buffer on the device: the call runs in bands
};

enum class To
{
    New,
    Existing,
    InPlace,
    Mat,
    UMatOfAMat
};

enum class Device
{
    Works,
    Off,          //!< OpenCL is switched off: the CPU maps images of the device
    OffUnread,    //!< likewise, and buffers cannot be read either: where mapping fails, too, nothing can compute
    LaunchesFail, //!< the CPU maps images after the launch failed
    Builds        //!< as Works, and the program is built again
};

bool hasSeveralOutputs(Kind kind)
{
    return kind == Kind::Bank || kind == Kind::Batch;
}

//! What an operation does.
struct Use
{
    Kind kind;
    From from;
    To to;
    std::string forced;
    Device device;
    bool filterIsUMat;
};

const char* const kindNames[] = {"filter2D", "sepFilter2D", "filterBank", "filterBatch", "prepare", "explain"};
const char* const fromNames[] = {"", ", from a Mat", ", from a padded Mat", ", from an isolated region",
                                 ", from the host"};
const char* const toNames[] = {"", ", to an existing image", ", in place", ", to a Mat", ", to the UMat of a Mat"};
const char* const deviceNames[] = {"", ", OpenCL off", ", OpenCL off, nothing can be read", ", launches fail",
                                   ", built anew"};

std::string nameOf(const Use& use)
{
    return std::string(kindNames[int(use.kind)]) + fromNames[int(use.from)] + toNames[int(use.to)] +
           deviceNames[int(use.device)] + (use.filterIsUMat ? ", filter in a UMat" : "") +
           (use.forced.empty() ? "" : ", forced " + use.forced);
}

const Mat& row()
{
    static const Mat taps = Mat_<float>({1, 5}, {0.25f, -1, 0.5f, 2, 0.125f});
    return taps;
}

const Mat& column()
{
    static const Mat taps = Mat_<float>({3, 1}, {0.5f, 1, -0.25f});
    return taps;
}

//! Sparse, so that every implementation supports it, and an outer product.
Mat filterTaps(int index = 0)
{
    return column() * row() * (1 + index);
}

std::string wrong(const Mat& result, const Mat& src, int index)
{
    const FilterInput input = {src, filterTaps(index), Point(-1, -1), 0, BORDER_REFLECT, src.depth()};
    return findDifference(result, exactSums(input), Tolerance::FixedPoint);
}

const int border = BORDER_REFLECT | BORDER_ISOLATED;

//! Source and outputs of one run.
class Images
{
public:
    explicit Images(const Use& use) : content_(pixels(CV_8UC1)), padded_(29, 64, CV_8UC1, Scalar(200))
    {
        Mat part = padded_.colRange(0, 37);
        content_.copyTo(part);
        parent_ = UMat(40, 50, CV_8UC1, Scalar(9));
        source_ = use.from == From::IsolatedRegion ? parent_(Rect(6, 5, 37, 29)) : UMat();
        source_.allocator = use.from == From::Host ? Mat::getDefaultAllocator() : nullptr;
        content_.copyTo(source_);
        mat_ = use.from == From::PaddedMat ? part : content_.clone();
        if (use.to == To::Existing)
            outputs_.assign(3, UMat()), outputs_[0] = UMat(29, 37, CV_8UC1, Scalar(7));
        if (use.to == To::InPlace)
            outputs_.assign(3, UMat()), outputs_[0] = source_;
        if (outputs_.empty())
            outputs_.resize(3);
        matOutputs_.resize(3);
        matOutputs_[0] = Mat(29, 37, CV_8UC1, Scalar(7));
        if (use.to == To::UMatOfAMat)
            outputs_[0] = matOutputs_[0].getUMat(ACCESS_RW);
        toMat_ = use.to == To::Mat;
        fromMat_ = use.from == From::Mat || use.from == From::PaddedMat;
        filterIsUMat_ = use.filterIsUMat;
        if (filterIsUMat_)
            filterTaps().copyTo(filter_);
    }

    void call(Kind kind)
    {
        const _InputArray src = fromMat_ ? _InputArray(mat_) : _InputArray(source_);
        const _OutputArray dst = toMat_ ? _OutputArray(matOutputs_[0]) : _OutputArray(outputs_[0]);
        const _OutputArray all = toMat_ ? _OutputArray(matOutputs_) : _OutputArray(outputs_);
        const Mat taps = filterTaps();
        const _InputArray filter = filterIsUMat_ ? _InputArray(filter_) : _InputArray(taps);
        const Point middle(-1, -1);
        switch (kind)
        {
        case Kind::Filter2D: return clconv::filter2D(src, dst, -1, filter, middle, 0, border);
        case Kind::Sep: return clconv::sepFilter2D(src, dst, -1, row(), column(), middle, 0, border);
        case Kind::Bank:
            return clconv::filterBank(src, all, -1, std::vector<Mat>{taps, filterTaps(1), filterTaps(2)}, middle, 0,
                                      border);
        case Kind::Batch:
        {
            const std::vector<UMat> sources(3, source_);
            const std::vector<Mat> mats(3, mat_), filters = {taps, filterTaps(1), filterTaps(2)};
            return clconv::filterBatch(fromMat_ ? _InputArray(mats) : _InputArray(sources), all, -1, filters, middle, 0,
                                       border);
        }
        case Kind::Prepare:
            clconv::prepare(filter, CV_8UC1, -1, middle, border & ~BORDER_ISOLATED, content_.size());
            return;
        case Kind::Explain: clconv::explain(src, -1, filter, middle, border); return;
        }
    }

    //! Whether the source is what it was, also after an exception.
    std::string checkSource() const
    {
        const bool isKept = cv::norm(source_, content_, NORM_INF) == 0 && cv::norm(mat_, content_, NORM_INF) == 0;
        return isKept ? "" : "the source has changed";
    }

    //! Reads the outputs back.
    std::string check(Kind kind) const
    {
        if (kind == Kind::Prepare || kind == Kind::Explain)
            return "";
        for (int i = 0; i < (hasSeveralOutputs(kind) ? 3 : 1); ++i)
        {
            Mat result;
            if (toMat_)
                result = matOutputs_[size_t(i)];
            else
                outputs_[size_t(i)].copyTo(result);
            const std::string error =
                result.size() == content_.size() ? wrong(result, content_, i) : std::string("no result");
            if (!error.empty())
                return format("output %d: ", i) + error;
        }
        return "";
    }

private:
    const Mat content_;
    Mat padded_, mat_;
    UMat parent_, source_, filter_;
    std::vector<Mat> matOutputs_; // before the UMats over them
    std::vector<UMat> outputs_;
    bool toMat_, fromMat_, filterIsUMat_;
};

//! Removes the program that the use needs from OpenCV's cache.
void unloadProgram(const Use& use)
{
    const Mat image = pixels(CV_8UC1);
    const UMat src = image.getUMat(ACCESS_READ);
    const Mat taps = filterTaps();
    clconv::Call call = clconv::checkFilter2D(image, nullptr, -1, taps, Point(-1, -1), 0, border);
    const std::shared_ptr<clconv::ContextCache> cache = clconv::ContextCache::current();
    const clconv::Layout layout = {CV_8UC1, image.size(), image.size(), Point(), size_t(image.cols), 0};
    const clconv::DeviceCall device =
        clconv::describeCall(*cache, layout, layout, call, clconv::SpecializationTable::Use::Prepare);
    const clconv::Plan plan = cache->plan(device.problem, clconv::parseForce(use.forced));
    if (!plan.impl)
        return;
    String message;
    ocl::Context& context = ocl::Context::getDefault();
    ocl::Program program = context.getProg(*plan.impl->source, plan.options.text(), message);
    context.unloadProg(program);
}

std::string run(const Use& use, const Guard& guard)
{
    forgetEverything();
    if (use.device == Device::Builds)
        unloadProgram(use), forgetEverything();
    std::string error;
    {
        Images images(use);
        clconv::ForceScope force(use.forced);
        std::unique_ptr<Failing> failing;
        if (use.device == Device::LaunchesFail)
            failing.reset(new Failing(Function::EnqueueKernel, 0, -1, -6 /* CL_OUT_OF_HOST_MEMORY */));
        if (use.device == Device::OffUnread)
            failing.reset(new Failing(Function::ReadBuffer));
        ocl::setUseOpenCL(use.device != Device::Off && use.device != Device::OffUnread);
        guard([&]() { images.call(use.kind); });
        ocl::setUseOpenCL(true);
        failing.reset();
        ocl::finish();
        error = use.to == To::InPlace ? "" : images.checkSource();
        error = error.empty() ? images.check(use.kind) : error;
    }
    return error;
}

//! Names to force, of those implementations that this device supports for the filter.
std::vector<std::string> supportedNames()
{
    const Mat image = pixels(CV_8UC1);
    UMat src;
    image.copyTo(src);
    std::vector<std::string> names;
    std::vector<std::string> forces = {"image:IMAGE_1D=0", "image:IMAGE_1D=1"};
    for (const clconv::Implementation* impl : clconv::implementations())
        forces.push_back(impl->name);
    for (const std::string& name : forces)
    {
        clconv::ForceScope force(name);
        const std::string text = clconv::explain(src, -1, filterTaps(), Point(-1, -1), border);
        if (text.find(name.substr(0, name.find(':')) + ": taken") == 0)
            names.push_back(name);
    }
    return names;
}

std::vector<Use> uses()
{
    const auto plain = [](Kind kind, To to = To::New, Device device = Device::Works)
    { return Use{kind, From::UMat, to, "", device, false}; };
    std::vector<Use> all;
    for (const std::string& name : supportedNames())
        all.push_back({Kind::Filter2D, From::UMat, To::New, name, Device::Works, false});
    for (const clconv::Implementation* impl : clconv::bankImplementations())
        all.push_back({Kind::Bank, From::UMat, To::New, impl->name, Device::Works, false});
    for (const clconv::Implementation* impl : clconv::batchImplementations())
        all.push_back({Kind::Batch, From::UMat, To::New, impl->name, Device::Works, false});
    for (From from : {From::UMat, From::Mat, From::PaddedMat, From::IsolatedRegion})
        for (const char* forced : {"", "image:IMAGE_1D=0"})
            all.push_back({Kind::Filter2D, from, To::New, forced, Device::Works, false});
    for (To to : {To::Existing, To::InPlace, To::Mat, To::UMatOfAMat})
        for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
            all.push_back(plain(kind, to));
    for (Kind kind : {Kind::Sep, Kind::Bank, Kind::Batch, Kind::Prepare, Kind::Explain})
        all.push_back(plain(kind));
    std::vector<Device> withoutLaunches = {Device::Off, Device::LaunchesFail};
    if (ocl::Device::getDefault().hostUnifiedMemory()) // elsewhere OpenCV maps an image by reading it
        withoutLaunches.insert(withoutLaunches.begin() + 1, Device::OffUnread);
    for (Device device : withoutLaunches)
        for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
            for (To to : {To::New, To::Existing, To::InPlace, To::Mat})
                all.push_back(plain(kind, to, device));
    for (Kind kind : {Kind::Filter2D, Kind::Bank})
        all.push_back({kind, From::PaddedMat, To::New, "", Device::LaunchesFail, false});
    for (Kind kind : {Kind::Filter2D, Kind::Sep, Kind::Bank, Kind::Batch})
        for (To to : {To::New, To::Existing, To::InPlace})
            all.push_back({kind, From::Host, to, "", Device::Works, false});
    for (Kind kind : {Kind::Filter2D, Kind::Prepare})
        all.push_back(plain(kind, To::New, Device::Builds));
    all.push_back({Kind::Filter2D, From::UMat, To::New, "", Device::Works, true});
    return all;
}

} // namespace

void forgetEverything()
{
    ocl::finish();
    ocl::Context& context = ocl::Context::getDefault();
    context.setUserContext<clconv::ContextCache>(std::shared_ptr<clconv::ContextCache>());
    for (int i = 0; i < 16; ++i) // one for each implementation that may have failed to build
    {
        ocl::Program failed;
        context.unloadProg(failed);
    }
}

std::vector<Operation> operations()
{
    std::vector<Operation> all;
    for (const Use& use : uses())
    {
        const bool onCpu = use.device == Device::Off || use.device == Device::OffUnread ||
                           use.device == Device::LaunchesFail || use.to == To::Mat;
        const bool fromMat = use.from == From::Mat || use.from == From::PaddedMat;
        const bool noImages = use.kind == Kind::Prepare || use.kind == Kind::Explain;
        const bool copies = use.to == To::InPlace && use.device == Device::LaunchesFail; // the CPU's results
        const bool waits = (onCpu && !copies) || fromMat || noImages || use.from == From::Host ||
                           (use.to == To::UMatOfAMat && !hasSeveralOutputs(use.kind)); // else only of the first output
        Operation operation = {nameOf(use), waits, onCpu || use.filterIsUMat, {}, {}, {}};
        operation.run = [use](const Guard& guard) { return run(use, guard); };
        if (use.device == Device::LaunchesFail)
            operation.excluded.insert(Function::EnqueueKernel); // fails already
        if (use.device == Device::OffUnread)
            operation.excluded.insert(Function::ReadBuffer);
        if (fromMat)
            operation.leaking = {Function::Map, Function::Unmap}; // OpenCV loses the buffer of a Mat's UMat
        if (use.kind == Kind::Prepare)
            operation.leaking = {Function::SetEventCallback}; // OpenCV loses the kernel of UMat::setTo
        all.push_back(operation);
    }
    return all;
}

} // namespace clconv_faults
