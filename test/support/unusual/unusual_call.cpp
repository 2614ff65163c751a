// SPDX-License-Identifier: Apache-2.0
//
// Makes an UnusualCall and compares.

#include "unusual_call.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <cmath>
#include <cstring>

namespace clconv_test {
namespace {

using namespace cv;

//! The effect of a call.
struct Result
{
    std::string exception; //!< its code, or its words if it is not one of OpenCV's; empty: none
    Mat image;             //!< the output after the call
    bool kept = true;      //!< whether the output is unchanged
};

std::string textOf(int code)
{
    return "code " + std::to_string(code);
}

std::string exceptionOf(const std::function<void()>& work)
{
    const utils::logging::LogLevel level = utils::logging::setLogLevel(utils::logging::LOG_LEVEL_SILENT);
    std::string exception;
    try
    {
        work();
    }
    catch (const cv::Exception& e)
    {
        exception = textOf(e.code);
    }
    catch (const std::exception& e)
    {
        exception = e.what();
    }
    utils::logging::setLogLevel(level);
    return exception;
}

template<typename Image>
Image sourceOf(const UnusualCall& call, const Image& whole)
{
    return call.region.empty() ? whole : whole(call.region);
}

int resultType(const UnusualCall& call)
{
    return CV_MAKETYPE(call.ddepth < 0 ? call.src.depth() : call.ddepth, call.src.channels());
}

Size resultSize(const UnusualCall& call)
{
    return call.region.empty() ? call.src.size() : call.region.size();
}

//! The output before the call.
Mat before(const UnusualCall& call)
{
    const bool hasSize = call.declared == Declared::SameType || call.declared == Declared::OtherType;
    const bool hasType = call.declared == Declared::SameType || call.declared == Declared::OtherSize;
    return Mat(hasSize ? resultSize(call) : Size(4, 3), hasType ? resultType(call) : CV_64FC2, Scalar::all(77));
}

bool isSame(const Mat& a, const Mat& b)
{
    if (a.empty() || b.empty())
        return a.empty() && b.empty();
    return a.size == b.size && a.type() == b.type() && std::memcmp(a.data, b.data, a.total() * a.elemSize()) == 0;
}

//! Whether the images share their memory.
bool isShared(const Mat& a, const Mat& b)
{
    return a.data == b.data;
}

bool isShared(const UMat& a, const UMat& b)
{
    return a.u == b.u;
}

template<typename Image>
Result resultOf(const UnusualCall& call, const Perform& perform)
{
    Image whole, dst;
    call.src.copyTo(whole);
    before(call).copyTo(dst);
    const Image source = sourceOf(call, whole), same = dst;
    const Image& constant = dst;
    Result result;
    result.exception = exceptionOf(
        [&]()
        {
            if (call.declared == Declared::Free)
                perform(call, source, dst);
            else
                perform(call, source, constant);
        });
    dst.copyTo(result.image);
    result.kept = isShared(same, dst) && isSame(result.image, before(call));
    return result;
}

Result resultInPlace(const UnusualCall& call, const Perform& perform)
{
    UMat whole;
    call.src.copyTo(whole);
    UMat image = sourceOf(call, whole);
    const UMat same = image;
    Result result;
    result.exception = exceptionOf([&]() { perform(call, image, image); });
    whole.copyTo(result.image);
    result.kept = isShared(same, image) && isSame(result.image, call.src);
    return result;
}

//! Allows rounding errors: for integers only on a tie; sums of floats are exact, except for GaussianBlur.
bool isClose(double a, double b, int depth)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= (depth < CV_32F ? 1 : 1e-5 * std::abs(b));
}

std::string findDifference(const Mat& image, const Mat& expected)
{
    if (image.size != expected.size || image.type() != expected.type())
        return "another size or type";
    Mat a, b;
    image.reshape(1).convertTo(a, CV_64F);
    expected.reshape(1).convertTo(b, CV_64F);
    for (int y = 0; y < a.rows; y++)
        for (int x = 0; x < a.cols; x++)
            if (!isClose(a.at<double>(y, x), b.at<double>(y, x), image.depth()))
                return format("row %d, column %d: %g instead of %g", y, x, a.at<double>(y, x), b.at<double>(y, x));
    return "";
}

std::string findDifference(const Result& result, const Result& expected)
{
    if (result.exception != expected.exception)
        return "'" + result.exception + "' instead of '" + expected.exception + "'";
    return result.exception.empty() ? findDifference(result.image, expected.image) : "";
}

bool isByDesign(const UnusualCall& call, const Result& result)
{
    if (!call.byDesign.reason)
        return false;
    if (call.byDesign.code)
        return result.exception == textOf(call.byDesign.code);
    return result.exception.empty() && result.image.type() == resultType(call) &&
           result.image.size() == resultSize(call);
}

} // namespace

const std::vector<Function>& allFunctions()
{
    static const std::vector<Function> all = {Function::Filter2D,  Function::SepFilter2D, Function::GaussianBlur,
                                              Function::BoxFilter, Function::Blur,        Function::Sobel,
                                              Function::Scharr,    Function::Laplacian};
    return all;
}

std::string nameOf(Function function)
{
    static const char* const names[] = {"filter2D", "sepFilter2D", "GaussianBlur", "boxFilter",
                                        "blur",     "Sobel",       "Scharr",       "Laplacian"};
    return names[int(function)];
}

void performByOpenCV(const UnusualCall& call, InputArray src, OutputArray dst)
{
    CLCONV_PERFORM(cv, call, src, dst);
}

std::string findDifference(const UnusualCall& call, const Perform& onUMats)
{
    const Result result = resultOf<UMat>(call, onUMats);
    const std::string difference = findDifference(result, resultOf<Mat>(call, performByOpenCV));
    if (!difference.empty() && !isByDesign(call, result))
        return difference;
    if (result.exception.empty())
        return "";
    if (!result.kept)
        return result.exception + ", and the output changed";
    if (call.declared != Declared::Free)
        return "";
    const Result inPlace = resultInPlace(call, onUMats);
    if (inPlace.exception != result.exception)
        return "in place '" + inPlace.exception + "' instead of '" + result.exception + "'";
    return inPlace.kept ? "" : inPlace.exception + ", and the image changed in place";
}

std::string findDifferenceOnMats(const UnusualCall& call, const Perform& onMats)
{
    const Result result = resultOf<Mat>(call, onMats);
    const std::string difference = findDifference(result, resultOf<Mat>(call, performByOpenCV));
    return isByDesign(call, result) ? "" : difference;
}

} // namespace clconv_test
