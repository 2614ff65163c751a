// SPDX-License-Identifier: Apache-2.0
//
// Chain: adding stages, and applying them.

#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "api/named_filters.hpp"
#include "api/chain/chain_impl.hpp"
#include "api/several/outputs.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/trace.hpp"

namespace cv { namespace clconv {
namespace {

const Mat anyBytes(1, 1, CV_8U); // in the place of images whose depth is not known yet

typedef std::function<std::unique_ptr<Call>(InputArray)> MakeCall;

template<typename F>
MakeCall always(const F& make)
{
    return [=](InputArray src) { return std::unique_ptr<Call>(new Call(make(src))); };
}

//! Throws if a filter throws for images of every depth.
void checkFilter(const MakeCall& filter, int channels)
{
    const int side = 64, depths[] = {CV_8U, CV_16U, CV_16S, CV_32F, CV_64F, CV_8S, CV_32S};
    std::exception_ptr first;
    for (int depth : depths)
        try
        {
            filter(Mat(side, side, CV_MAKETYPE(depth, channels)));
            return;
        }
        catch (const cv::Exception&)
        {
            if (!first)
                first = std::current_exception();
        }
    std::rethrow_exception(first);
}

ChainStage filterStage(const std::string& text, const MakeCall& filter)
{
    return {Operation::Filter, {0, 0}, text, -1, {0, 0, 0}, 0, filter};
}

ChainStage pixelStage(Operation operation, const std::string& text, int depth = -1, double a = 0, double b = 0,
                      double c = 0, int code = 0)
{
    return {operation, {0, 0}, text, depth, {a, b, c}, code, nullptr};
}

//! "0.5", with all digits that distinguish it from other numbers.
std::string textOf(double number)
{
    const int digits = 17;
    const std::string few = format("%g", number);
    return std::atof(few.c_str()) == number ? few : format("%.*g", digits, number);
}

std::string textOf(Size size)
{
    return format("%dx%d", size.width, size.height);
}

std::string textOf(Point anchor)
{
    return format(" anchor %d,%d", anchor.x, anchor.y);
}

std::string textOfBorder(int border)
{
    return border == BORDER_DEFAULT ? "" : format(" border %d", border);
}

std::string textOfBorder(int border, const Scalar& value)
{
    std::string text = textOfBorder(border);
    if (value == Scalar())
        return text;
    for (int i = 0; i < Scalar::channels; ++i)
        text += (i == 0 ? " of " : " ") + textOf(value[i]);
    return text;
}

Call bordered(Call call, const Scalar& borderValue)
{
    call.borderValue = borderValue;
    return call;
}

//! A text for taps, by a hash: equal matrices have the same one.
std::string tapsText(const Mat& kernel)
{
    const Mat taps = kernel.clone(); // continuous
    const size_t bytes = taps.total() * taps.elemSize();
    const uint64 hash = fnv1a(std::vector<uchar>(taps.data, taps.data + bytes));
    return format("%dx%d taps %016llx %s", taps.cols, taps.rows, static_cast<unsigned long long>(hash),
                  typeToString(taps.type()).c_str());
}

//! Throws what OpenCV's function throws if it does not take a Mat of that depth, even if a device would.
void refuseOnMats(const Call& call)
{
    if (isSupportedOnMats(call))
        return;
    Mat pixel;
    Call onPixel = call;
    onPixel.size = Size(1, 1);
    runOnCpu(Mat::zeros(1, 1, call.srcType), pixel, onPixel);
}

//! Refuses an output whose buffer a Mat of the program maps and that would be replaced.
void refuseMapped(const _OutputArray& dst, int type, Size size)
{
    CV_Assert(!replacesMapped(dst, type, size) && "dst is not mapped by a Mat, or has the result's size and type");
}

} // namespace

//! @param image on the device, if it has memory for it
void Chain::applyOnDevice(const Impl& impl, const UMat& image, OutputArray dst)
{
    const OneWarning one;
    const std::shared_ptr<const PlannedChain> planned = impl.plannedOnDevice(image);
    const int type = planned->values.back().type;
    refuseMapped(dst, type, image.size());
    UMat result;
    if (dst.isUMat() && !callSettings().inquiry)
    {
        dst.create(image.size(), type);
        result = dst.getUMat();
    }
    if (result.empty() || shareMemory(image, result))
        result = UMat(image.size(), type);
    runLaunches(*planned, image, result);
    if (!callSettings().inquiry && (!dst.isUMat() || dst.getUMat().u != result.u))
        result.copyTo(dst);
}

void Chain::applyOnHost(const Impl& impl, const Mat& image, OutputArray dst)
{
    const std::shared_ptr<const PlannedChain> planned = impl.plannedOnHost(image);
    const int type = planned->values.back().type;
    Mat result;
    if (callSettings().inquiry)
        return runLaunches(*planned, image, result);
    refuseMapped(dst, type, image.size());
    for (const Value& value : planned->values)
        if (value.call)
            refuseOnMats(*value.call);
    dst.create(image.size(), type);
    MappedImage target(dst);
    result = overlap(image, target.mat) ? Mat(image.size(), type) : target.mat;
    runLaunches(*planned, image, result);
    if (result.data != target.mat.data)
        result.copyTo(target.mat);
    result.release();
    target.releaseWritten();
}

void Chain::applyToMany(InputArrayOfArrays src, OutputArrayOfArrays dst) const
{
    checkImageVector(src, CV_Func);
    const std::shared_ptr<const Impl> impl = impl_;
    const int type =
        valuesOf(impl->stages, src.isUMatVector() ? _InputArray(src.getUMat(0)) : src.getMat(0)).back().type;
    checkOutputs(dst, type, src.total());
    if (src.isUMatVector() && dst.isUMatVector() && ocl::useOpenCL())
        if (const std::shared_ptr<const Call> call = impl->callFor(vectorOfUMats(src)))
            return runBatch(src, dst, {*call});
    runOneByOne(src, dst, type, true, [&](size_t, InputArray image, OutputArray result) { apply(image, result); });
}

Chain::Chain() : impl_(std::make_shared<Impl>()) {}
Chain::Chain(const Chain& other) = default;
Chain& Chain::operator=(const Chain& other) = default;
Chain::~Chain() = default;

bool Chain::empty() const
{
    return impl_->stages.empty();
}

//! Adds a stage after the last one.
//! @param channels of images that a filter takes
Chain& Chain::append(const ChainStage& stage, int channels)
{
    const auto impl = std::make_shared<Impl>(impl_.get());
    ChainStage added = stage;
    added.inputs[0] = impl->last();
    if (added.operation == Operation::Filter)
        checkFilter(added.filter, channels);
    impl->add(added);
    impl_ = impl;
    return *this;
}

//! Adds a stage after the last ones of both chains.
Chain& Chain::join(const Chain& other, const ChainStage& stage)
{
    const std::shared_ptr<const Impl> others = other.impl_; // may be this chain's
    const auto impl = std::make_shared<Impl>(impl_.get());
    const int first = impl->last();
    std::vector<int> places = {0}; // of the other's values
    for (ChainStage added : others->stages)
    {
        for (int& input : added.inputs)
            input = places[size_t(input)];
        places.push_back(impl->add(added));
    }
    ChainStage joined = stage;
    joined.inputs[0] = first;
    joined.inputs[1] = places.back();
    impl->stages.push_back(joined);
    impl_ = impl;
    return *this;
}

Chain& Chain::filter2D(int ddepth, InputArray kernel, Point anchor, double delta, int borderType,
                       const Scalar& borderValue)
{
    const Mat k = kernel.getMat().clone();
    const std::string text = "filter2D " + tapsText(k) + format(" to %d", ddepth) + textOf(anchor) + " delta " +
                             textOf(delta) + textOfBorder(borderType, borderValue);
    const auto call = [=](InputArray src)
    { return bordered(checkFilter2D(src, nullptr, ddepth, k, anchor, delta, borderType), borderValue); };
    return append(filterStage(text, always(call)), k.channels());
}

Chain& Chain::sepFilter2D(int ddepth, InputArray kernelX, InputArray kernelY, Point anchor, double delta,
                          int borderType, const Scalar& borderValue)
{
    const Mat kx = kernelX.getMat().clone(), ky = kernelY.getMat().clone();
    const std::string text = "sepFilter2D " + tapsText(kx) + " " + tapsText(ky) + format(" to %d", ddepth) +
                             textOf(anchor) + " delta " + textOf(delta) + textOfBorder(borderType, borderValue);
    const auto call = [=](InputArray src)
    { return bordered(checkSepFilter2D(src, nullptr, ddepth, kx, ky, anchor, delta, borderType), borderValue); };
    return append(filterStage(text, always(call)));
}

Chain& Chain::GaussianBlur(Size ksize, double sigmaX, double sigmaY, int borderType)
{
    const std::string text =
        "GaussianBlur " + textOf(ksize) + " sigma " + textOf(sigmaX) + " " + textOf(sigmaY) + textOfBorder(borderType);
    return append(filterStage(text, [=](InputArray src)
                              { return gaussianCall(src, nullptr, ksize, sigmaX, sigmaY, borderType); }));
}

Chain& Chain::boxFilter(int ddepth, Size ksize, Point anchor, bool normalize, int borderType)
{
    const std::string text = "boxFilter " + textOf(ksize) + format(" to %d", ddepth) + textOf(anchor) +
                             (normalize ? "" : " sums") + textOfBorder(borderType);
    return append(filterStage(
        text,
        always([=](InputArray src) { return boxCall(src, nullptr, ddepth, ksize, anchor, normalize, borderType); })));
}

Chain& Chain::blur(Size ksize, Point anchor, int borderType)
{
    return boxFilter(-1, ksize, anchor, true, borderType);
}

Chain& Chain::Sobel(int ddepth, int dx, int dy, int ksize, double scale, double delta, int borderType)
{
    const std::string text = format("Sobel %d,%d ksize %d to %d scale ", dx, dy, ksize, ddepth) + textOf(scale) +
                             " delta " + textOf(delta) + textOfBorder(borderType);
    return append(filterStage(
        text, always([=](InputArray src)
                     { return derivativeCall(src, nullptr, ddepth, dx, dy, ksize, scale, delta, borderType); })));
}

Chain& Chain::Scharr(int ddepth, int dx, int dy, double scale, double delta, int borderType)
{
    return Sobel(ddepth, dx, dy, FILTER_SCHARR, scale, delta, borderType);
}

Chain& Chain::Laplacian(int ddepth, int ksize, double scale, double delta, int borderType)
{
    const std::string text = format("Laplacian ksize %d to %d scale ", ksize, ddepth) + textOf(scale) + " delta " +
                             textOf(delta) + textOfBorder(borderType);
    return append(filterStage(
        text,
        always([=](InputArray src) { return laplacianCall(src, nullptr, ddepth, ksize, scale, delta, borderType); })));
}

Chain& Chain::gradientMagnitude(int ddepth, int ksize, bool root, int borderType)
{
    const auto derivative = [&](int dx, int dy)
    {
        const bool bytes = ddepth == CV_8U && !root;
        Chain chain = *this;
        const std::string text =
            format("Sobel %d,%d ksize %d%s", dx, dy, ksize, bytes ? "" : " to CV_32F") + textOfBorder(borderType);
        chain.append(filterStage(text, always(
                                           [=](InputArray src)
                                           {
                                               const int depth = bytes && src.depth() == CV_8U ? CV_16S : CV_32F;
                                               return derivativeCall(src, nullptr, depth, dx, dy, ksize, 1, 0,
                                                                     borderType);
                                           })));
        return root ? chain : bytes ? chain.convertScaleAbs() : chain.abs();
    };
    refuseOtherDepths(anyBytes, ddepth, Error::StsUnsupportedFormat);
    const Chain along = derivative(1, 0), across = derivative(0, 1);
    Chain both = along;
    *this = root ? both.magnitude(across) : both.add(across);
    return root || ddepth != CV_8U ? convertTo(ddepth) : *this;
}

Chain& Chain::convertTo(int rtype, double alpha, double beta)
{
    const int depth = rtype < 0 ? -1 : CV_MAT_DEPTH(rtype);
    refuseOtherDepths(anyBytes, depth < 0 ? int(CV_8U) : depth, Error::StsUnsupportedFormat);
    return append(pixelStage(Operation::Scale,
                             format("convertTo %d alpha ", depth) + textOf(alpha) + " beta " + textOf(beta), depth,
                             alpha, beta));
}

Chain& Chain::convertScaleAbs(double alpha, double beta)
{
    return append(pixelStage(Operation::ScaleAbs, "convertScaleAbs alpha " + textOf(alpha) + " beta " + textOf(beta),
                             CV_8U, alpha, beta));
}

Chain& Chain::abs()
{
    return append(pixelStage(Operation::ScaleAbs, "abs", -1, 1, 0));
}

Chain& Chain::threshold(double thresh, double maxval, int type)
{
    if (type < THRESH_BINARY || type > THRESH_TOZERO_INV)
        CV_Error(Error::StsBadArg, "threshold: a type that needs the whole image, or is unknown");
    return append(pixelStage(Operation::Threshold,
                             format("threshold type %d at ", type) + textOf(thresh) + " to " + textOf(maxval), -1,
                             thresh, maxval, 0, type));
}

Chain& Chain::cvtColor(int code)
{
    if (colorChannels(code).first == 0)
        CV_Error(Error::StsBadFlag, "cvtColor: codes between grey and BGR, BGRA, RGB or RGBA");
    return append(pixelStage(Operation::Color, format("cvtColor code %d", code), -1, 0, 0, 0, code));
}

Chain& Chain::add(const Chain& other)
{
    return join(other, pixelStage(Operation::Sum, "add"));
}

Chain& Chain::subtract(const Chain& other)
{
    return join(other, pixelStage(Operation::Difference, "subtract"));
}

Chain& Chain::absdiff(const Chain& other)
{
    return join(other, pixelStage(Operation::Distance, "absdiff"));
}

Chain& Chain::min(const Chain& other)
{
    return join(other, pixelStage(Operation::Lesser, "min"));
}

Chain& Chain::max(const Chain& other)
{
    return join(other, pixelStage(Operation::Greater, "max"));
}

Chain& Chain::magnitude(const Chain& other)
{
    return join(other, pixelStage(Operation::Magnitude, "magnitude"));
}

Chain& Chain::addWeighted(double alpha, const Chain& other, double beta, double gamma, int dtype)
{
    const int depth = dtype < 0 ? -1 : CV_MAT_DEPTH(dtype);
    return join(other, pixelStage(Operation::Weighted,
                                  "addWeighted " + textOf(alpha) + " " + textOf(beta) + " " + textOf(gamma) +
                                      format(" to %d", depth),
                                  depth, alpha, beta, gamma));
}

void Chain::apply(InputArray src, OutputArray dst) const
{
    CV_TRACE_FUNCTION();
    if (isImageVector(src))
        return applyToMany(src, dst);
    refuseEmpty(src.empty(), CV_Func);
    CV_Assert(src.dims() <= 2 && "src has at most two dimensions");
    const std::shared_ptr<const Impl> impl = impl_;
    if (impl->stages.empty())
        return copy(src, dst);
    if (ocl::useOpenCL() && (src.isUMat() || dst.isUMat()))
        try
        {
            const SourceImage source(src);
            const UMat image = source.image(); // dst may be the same object
            return applyOnDevice(*impl, image, dst);
        }
        catch (const cv::Exception& e)
        {
            if (e.code != Error::OpenCLApiCallError)
                throw; // the arguments are wrong
            logWarningOnce(std::string("the device failed, a chain runs on the CPU: ") + e.what());
        }
        catch (const std::exception& e)
        {
            logWarningOnce(std::string("the device failed, a chain runs on the CPU: ") + e.what());
        }
    const MappedImage image(src);
    applyOnHost(*impl, image.mat, dst);
}

String Chain::explain(InputArray src) const
{
    refuseEmpty(src.empty(), CV_Func);
    if (!ocl::useOpenCL())
    {
        std::string text = "OpenCL is unavailable or disabled: the stages run one by one on the CPU\n";
        for (const ChainStage& stage : impl_->stages)
            text += stage.text + "\n";
        return text;
    }
    const std::shared_ptr<Dispatcher> dispatcher = Dispatcher::current();
    const std::shared_ptr<const PlannedChain> planned = impl_->plannedOnDevice(src);
    const auto layout = [&](int value) { return newImage(planned->values[size_t(value)].type, planned->size); };
    std::string text;
    for (const ChainLaunch& launch : planned->launches)
    {
        for (size_t i = 0; i < launch.members.size(); ++i)
            text += (i ? ", " : "") + planned->values[size_t(launch.members[i])].stage->text;
        Problem problem = Problem();
        const Value& last = planned->values[size_t(launch.members.back())];
        const int source = launch.fused.refusal.empty() ? launch.fused.source : last.stage->inputs[0];
        if (launch.call)
            problem = describeCall(*dispatcher, layout(source), layout(launch.members.back()), *launch.call,
                                   SpecializationTable::Use::Look)
                          .problem;
        std::string where = cpuFallbackName;
        if (problem.channels > 0)
            for (const Verdict& verdict : dispatcher->plan(problem).verdicts)
                if (verdict.taken)
                    where = verdict.name + ", " + verdict.reason;
        text += ": " + where + "\n";
    }
    return text;
}

bool Chain::prepare(int srcType, Size size) const
{
    CV_Assert(size.width > 0 && size.height > 0);
    if (!ocl::useOpenCL())
        return false;
    UMat image(size, srcType), result;
    image.reshape(1).setTo(Scalar::all(0)); // a Scalar has no more than four channels
    return clconv::prepare([&] { apply(image, result); });
}

}} // namespace cv::clconv
