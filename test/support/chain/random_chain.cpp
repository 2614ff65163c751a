// SPDX-License-Identifier: Apache-2.0
//
// Filters run as clconv's functions on UMats, other stages as OpenCV's on Mats. Factors are a few eighths, so that
// products are exact and both round at the same place. Magnitudes are left out: roots may differ in the last bits.

#include "support/chain/random_chain.hpp"
#include "opencv2/core/ocl.hpp"
#include "opencv2/imgproc.hpp"

namespace clconv_test {

using namespace cv;

namespace {

const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP};

int select(RNG& rng, std::initializer_list<int> list)
{
    return *(list.begin() + rng.uniform(0, int(list.size())));
}

double eighths(RNG& rng)
{
    return rng.uniform(-24, 25) / 8.;
}

typedef std::function<void(const Mat& image, Mat& result)> OnMat;
typedef std::function<void(const UMat& image, UMat& result)> OnUMat;

//! Combines two images; CV_32S in double, because OpenCV's own sums of these do not saturate.
void combine(const Mat& a, const Mat& b, const std::function<void(const Mat&, const Mat&, Mat&)>& operation,
             Mat& result)
{
    if (a.depth() != CV_32S)
        return operation(a, b, result);
    Mat x, y, both;
    a.convertTo(x, CV_64F);
    b.convertTo(y, CV_64F);
    operation(x, y, both);
    Mat bounded = both.reshape(1);
    cv::min(bounded, double(INT_MAX), bounded); // convertTo gives INT_MIN for values above
    both.convertTo(result, CV_32S);
}

//! Converts as on UMats: numbers beyond the range of 32-bit integers become the largest or smallest of the type, while
//! Mats leave them to the CPU.
void convertSaturated(const Mat& image, Mat& result, int depth, double alpha, double beta)
{
    if (image.depth() < CV_32F || depth < 0 || depth >= CV_32F)
        return image.convertTo(result, depth, alpha, beta);
    const double most = 2147483520; // the largest float below 2^31
    Mat scaled;
    image.convertTo(scaled, -1, alpha, beta);
    Mat bounded = scaled.reshape(1);
    cv::min(bounded, most, bounded);
    cv::max(bounded, -most, bounded);
    scaled.convertTo(result, depth);
}

ChainStep onMats(const std::string& text, const std::function<void(clconv::Chain&)>& add, const OnMat& run)
{
    return {text, add,
            [=](const UMat&, const UMat& image, UMat& result)
            {
                Mat out;
                run(image.getMat(ACCESS_READ), out);
                out.copyTo(result);
            }};
}

ChainStep filterStep(const std::string& text, const std::function<void(clconv::Chain&)>& add, const OnUMat& run)
{
    return {text, add, [=](const UMat&, const UMat& image, UMat& result) { run(image, result); }};
}

//! A filter with these arguments, as a stage and as a function.
#define CLCONV_FILTER_STEP(text, function, ...)                                                                        \
    filterStep(                                                                                                        \
        text, [=](clconv::Chain& chain) { chain.function(__VA_ARGS__); },                                              \
        [=](const UMat& image, UMat& result) { clconv::function(image, result, __VA_ARGS__); })

//! A depth that filters of that depth can give.
int filterDepth(int depth, RNG& rng)
{
    switch (depth)
    {
    case CV_8U: return select(rng, {CV_8U, CV_16S, CV_32F});
    case CV_16U: return select(rng, {CV_16U, CV_32F});
    case CV_16S: return select(rng, {CV_16S, CV_32F});
    default: return depth;
    }
}

int randomBorder(RNG& rng)
{
    const int border = rng.uniform(0, 2) ? int(BORDER_DEFAULT) : borders[rng.uniform(0, 5)];
    return border | (rng.uniform(0, 8) == 0 && border != BORDER_WRAP ? int(BORDER_ISOLATED) : 0);
}

Point randomAnchor(Size size, RNG& rng)
{
    return rng.uniform(0, 4) ? Point(-1, -1) : Point(rng.uniform(0, size.width), rng.uniform(0, size.height));
}

ChainStep randomFilter(int depth, RNG& rng)
{
    const int border = randomBorder(rng), ddepth = filterDepth(depth, rng),
              side = select(rng, {1, 3, 3, 5, 5, 7, 9, 15});
    const int other = rng.uniform(0, 3) ? side : select(rng, {1, 3, 5, 7});
    const Size odd(side, other);
    const double delta = rng.uniform(0, 3) ? 0 : rng.uniform(-20, 20);
    const std::string end = format(" to %d border %d", ddepth, border);
    switch (rng.uniform(0, depth == CV_8S || depth == CV_32S ? 2 : 7))
    {
    case 0:
    {
        const Size size(rng.uniform(1, 6), rng.uniform(1, 6));
        Mat kernel(size, CV_32F);
        const bool whole = rng.uniform(0, 2) != 0;
        rng.fill(kernel, RNG::UNIFORM, -3, 4);
        if (whole)
            kernel.forEach<float>([](float& tap, const int*) { tap = float(cvRound(tap)); });
        const Point anchor = randomAnchor(size, rng);
        const int to = depth == CV_8S || depth == CV_32S ? depth : ddepth;
        return CLCONV_FILTER_STEP(format("filter2D %dx%d anchor %d,%d delta %g whole %d", size.width, size.height,
                                         anchor.x, anchor.y, delta, whole) +
                                      end,
                                  filter2D, to, kernel, anchor, delta, border);
    }
    case 1:
    {
        const Size size(rng.uniform(1, 8), rng.uniform(1, 8));
        Mat kx(1, size.width, CV_32F), ky(size.height, 1, CV_32F);
        rng.fill(kx, RNG::UNIFORM, -3, 4);
        rng.fill(ky, RNG::UNIFORM, -3, 4);
        const bool whole = rng.uniform(0, 4) != 0;
        for (Mat* kernel : {&kx, &ky})
            if (whole)
                kernel->forEach<float>([](float& tap, const int*) { tap = float(cvRound(tap)); });
        const Point anchor = randomAnchor(size, rng);
        const int to = depth == CV_8S || depth == CV_32S ? depth : ddepth;
        return CLCONV_FILTER_STEP(format("sepFilter2D %dx%d anchor %d,%d delta %g whole %d", size.width, size.height,
                                         anchor.x, anchor.y, delta, whole) +
                                      end,
                                  sepFilter2D, to, kx, ky, anchor, delta, border);
    }
    case 2:
    {
        const double sigma = rng.uniform(0, 2) ? 0 : rng.uniform(0.5, 3.);
        return CLCONV_FILTER_STEP(format("GaussianBlur %dx%d sigma %g border %d", odd.width, odd.height, sigma, border),
                                  GaussianBlur, odd, sigma, 0, border);
    }
    case 3:
    {
        const bool normalize = rng.uniform(0, 4) != 0;
        const Size size(rng.uniform(1, 8), rng.uniform(1, 8));
        const Point anchor = randomAnchor(size, rng);
        return CLCONV_FILTER_STEP(format("boxFilter %dx%d anchor %d,%d normalize %d", size.width, size.height, anchor.x,
                                         anchor.y, normalize) +
                                      end,
                                  boxFilter, ddepth, size, anchor, normalize, border);
    }
    case 4:
    {
        const int ksize = select(rng, {-1, 1, 3, 3, 5}), dx = rng.uniform(0, 2);
        return CLCONV_FILTER_STEP(format("Sobel %d,%d ksize %d delta %g", dx, 1 - dx, ksize, delta) + end, Sobel,
                                  ddepth, dx, 1 - dx, ksize, 1, delta, border);
    }
    case 5:
    {
        const int ksize = select(rng, {1, 3, 5});
        return CLCONV_FILTER_STEP(format("Laplacian ksize %d", ksize) + end, Laplacian, ddepth, ksize, 1, 0, border);
    }
    default:
    {
        const int dx = rng.uniform(0, 2);
        return CLCONV_FILTER_STEP(format("Scharr %d,%d", dx, 1 - dx) + end, Scharr, ddepth, dx, 1 - dx, 1, 0, border);
    }
    }
}

ChainStep randomPixelStep(int depth, RNG& rng)
{
    const double alpha = eighths(rng), beta = eighths(rng);
    switch (rng.uniform(0, depth == CV_8S || depth == CV_32S ? 3 : 4))
    {
    case 0:
    {
        const bool scales = depth < CV_32S && rng.uniform(0, 2);
        const int to = depth >= CV_32S ? depth : select(rng, {CV_8U, CV_16U, CV_16S, CV_32F, -1});
        const double a = scales ? alpha : 1, b = scales ? beta : 0;
        return onMats(
            format("convertTo %d alpha %g beta %g", to, a, b), [=](clconv::Chain& chain) { chain.convertTo(to, a, b); },
            [=](const Mat& image, Mat& result) { convertSaturated(image, result, to, a, b); });
    }
    case 1:
        if (depth <= CV_16S)
            return onMats(
                format("convertScaleAbs %g %g", alpha, beta),
                [=](clconv::Chain& chain) { chain.convertScaleAbs(alpha, beta); },
                [=](const Mat& image, Mat& result) { cv::convertScaleAbs(image, result, alpha, beta); });
        // fall through
    case 2:
        return onMats(
            "abs", [=](clconv::Chain& chain) { chain.abs(); },
            [=](const Mat& image, Mat& result)
            {
                const Mat zeros = Mat::zeros(image.size(), image.type());
                combine(
                    image, zeros, [](const Mat& x, const Mat& y, Mat& out) { cv::absdiff(x, y, out); }, result);
            });
    default:
    {
        const int type = rng.uniform(0, 5);
        const double thresh = rng.uniform(-50., 300.), maxval = rng.uniform(-10., 300.);
        return onMats(
            format("threshold %g %g type %d", thresh, maxval, type),
            [=](clconv::Chain& chain) { chain.threshold(thresh, maxval, type); },
            [=](const Mat& image, Mat& result) { cv::threshold(image, result, thresh, maxval, type); });
    }
    }
}

int typeAfter(const ChainStep& step, int type)
{
    const UMat image(32, 32, type, Scalar::all(1));
    UMat result;
    step.run(image, image, result);
    return result.type();
}

//! Joins with the source if it has the type of the image, or with a branch of stages on the source.
ChainStep randomJoin(int type, int sourceType, RNG& rng)
{
    const int depth = CV_MAT_DEPTH(type);
    RandomChain branch = {{}, sourceType};
    int other = sourceType;
    for (int tries = 0; tries < 3 && (branch.steps.empty() || other != type); ++tries)
    {
        const ChainStep step =
            rng.uniform(0, 3) ? randomFilter(CV_MAT_DEPTH(other), rng) : randomPixelStep(CV_MAT_DEPTH(other), rng);
        const int after = typeAfter(step, other);
        if (CV_MAT_CN(after) == CV_MAT_CN(type))
            branch.steps.push_back(step), other = after;
    }
    if (sourceType == type && rng.uniform(0, 2))
        branch.steps.clear(), other = type;
    if (other != type) // convert the branch to it
    {
        const int to = depth;
        branch.steps.push_back(onMats(
            format("convertTo %d", to), [=](clconv::Chain& chain) { chain.convertTo(to); },
            [=](const Mat& image, Mat& result) { convertSaturated(image, result, to, 1, 0); }));
    }
    const int operation = rng.uniform(0, 6);
    const double a = depth >= CV_32S ? 0.5 : eighths(rng), b = depth >= CV_32S ? -2 : eighths(rng),
                 c = depth >= CV_32S ? 0 : eighths(rng);
    static const char* const names[] = {"add", "subtract", "absdiff", "min", "max", "addWeighted"};
    return {std::string(names[operation]) + format(" %g %g %g of (", a, b, c) + branch.text() + ")",
            [=](clconv::Chain& chain)
            {
                const clconv::Chain with = branch.chain();
                switch (operation)
                {
                case 0: chain.add(with); break;
                case 1: chain.subtract(with); break;
                case 2: chain.absdiff(with); break;
                case 3: chain.min(with); break;
                case 4: chain.max(with); break;
                default: chain.addWeighted(a, with, b, c);
                }
            },
            [=](const UMat& source, const UMat& image, UMat& result)
            {
                const UMat second = branch.runOneByOne(source);
                const Mat x = image.getMat(ACCESS_READ), y = second.getMat(ACCESS_READ);
                Mat out;
                const auto run = [&](const Mat& p, const Mat& q, Mat& both)
                {
                    switch (operation)
                    {
                    case 0: cv::add(p, q, both); break;
                    case 1: cv::subtract(p, q, both); break;
                    case 2: cv::absdiff(p, q, both); break;
                    case 3: cv::min(p, q, both); break;
                    case 4: cv::max(p, q, both); break;
                    default: cv::addWeighted(p, a, q, b, c, both);
                    }
                };
                combine(x, y, run, out);
                out.copyTo(result);
            }};
}

ChainStep colorStep(int code)
{
    return onMats(
        format("cvtColor %d", code), [=](clconv::Chain& chain) { chain.cvtColor(code); },
        [=](const Mat& image, Mat& result) { cv::cvtColor(image, result, code); });
}

} // namespace

clconv::Chain RandomChain::chain() const
{
    clconv::Chain chain;
    for (const ChainStep& step : steps)
        step.add(chain);
    return chain;
}

UMat RandomChain::runOneByOne(const UMat& source) const
{
    UMat image = source;
    for (const ChainStep& step : steps)
    {
        UMat result;
        step.run(source, image, result);
        image = result;
    }
    return image;
}

std::string RandomChain::text() const
{
    std::string text;
    for (const ChainStep& step : steps)
        text += (text.empty() ? "" : ", ") + step.text;
    return text;
}

RandomChain randomChain(int type, int stages, RNG& rng)
{
    RandomChain random = {{}, type};
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    int now = type;
    const auto append = [&](const ChainStep& step)
    {
        now = typeAfter(step, now);
        random.steps.push_back(step);
    };
    if ((depth == CV_8U || depth == CV_16U) && channels >= 3 && rng.uniform(0, 2))
        append(colorStep(channels == 3 ? select(rng, {COLOR_BGR2GRAY, COLOR_RGB2GRAY})
                                       : select(rng, {COLOR_BGRA2GRAY, COLOR_RGBA2GRAY})));
    while (int(random.steps.size()) < stages)
        switch (rng.uniform(0, 5))
        {
        case 0:
        case 1: append(randomPixelStep(CV_MAT_DEPTH(now), rng)); break;
        case 2:
            if (CV_MAT_CN(now) == channels)
            {
                const ChainStep join = randomJoin(now, type, rng);
                random.steps.push_back(join);
                break;
            }
            // fall through
        default: append(randomFilter(CV_MAT_DEPTH(now), rng));
        }
    const int last = CV_MAT_DEPTH(now);
    if (CV_MAT_CN(now) == 1 && (last == CV_8U || last == CV_16U || last == CV_32F) && rng.uniform(0, 4) == 0)
        append(colorStep(select(rng, {COLOR_GRAY2BGR, COLOR_GRAY2BGRA})));
    return random;
}

} // namespace clconv_test
