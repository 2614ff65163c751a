// SPDX-License-Identifier: Apache-2.0
//
// The unchanged examples of the public headers and documents: blocks.py writes each to a file, which a test includes
// after the variables that the example presumes. Results are compared with OpenCV's own on Mats.

#include <opencv2/clconv.hpp>
#include <opencv2/clconv/chain.hpp>
#include <opencv2/imgcodecs.hpp>

#include "support/device.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

const cv::Size size(319, 241);

cv::Mat randomBytes(int seed)
{
    cv::Mat pixels(size, CV_8UC1);
    cv::RNG(seed).fill(pixels, cv::RNG::UNIFORM, 0, 256);
    return pixels;
}

const cv::Mat pixels = randomBytes(1);
const cv::Mat kernel = (cv::Mat_<float>(3, 3) << 0, -1, 0, -1, 5.5, -1, 0, -1, 0);

cv::UMat onDevice(const cv::Mat& host)
{
    cv::UMat image;
    host.copyTo(image);
    return image;
}

//! Integers may differ by one, because a rounding error can cross a tie.
void expectNear(cv::InputArray result, const cv::Mat& expected)
{
    ASSERT_EQ(expected.size(), result.size());
    ASSERT_EQ(expected.type(), result.type());
    EXPECT_LE(cv::norm(result, expected, cv::NORM_INF), expected.depth() < CV_32F ? 1 : 1e-3);
}

//! The pixel that is @p offset columns away from the first one or, if it is positive, from the last one.
int pixelOutside(const cv::UMat& row, int offset, int border)
{
    cv::Mat shift = cv::Mat::zeros(1, 13, CV_32F);
    shift.at<float>(shift.cols / 2 + offset) = 1;
    cv::UMat shifted;
    cv::clconv::filter2D(row, shifted, -1, shift, cv::Point(-1, -1), 0, border);
    return shifted.getMat(cv::ACCESS_READ).at<uchar>(offset < 0 ? 0 : row.cols - 1);
}

cv::Mat filtered(const cv::Mat& image)
{
    cv::Mat expected;
    cv::filter2D(image, expected, -1, kernel);
    return expected;
}

//! The implementation on each line of explain(), and whether it is taken.
std::vector<std::string> verdicts(const std::string& text)
{
    std::vector<std::string> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line[0] != ' ') // the rest of a wrapped line begins otherwise
            found.push_back(line.substr(0, line.find(',')));
    return found;
}

//! Supplies three frames and counts them.
struct Frames
{
    int count = 0;

    bool operator()(cv::InputOutputArray frame)
    {
        randomBytes(++count).copyTo(frame);
        return count <= 3;
    }
};

TEST(Clconv_Examples, filter2DSharpensAFile)
{
    cv::imwrite("in.png", pixels);
#include "filter2D.inc"
    cv::Mat expected;
    cv::filter2D(cv::imread("in.png"), expected, -1, sharpen);
    expectNear(result, expected);
}

TEST(Clconv_Examples, bordersAreAsDrawn)
{
    const std::map<std::string, int> borders = {{"BORDER_CONSTANT", cv::BORDER_CONSTANT},
                                                {"BORDER_REPLICATE", cv::BORDER_REPLICATE},
                                                {"BORDER_REFLECT", cv::BORDER_REFLECT},
                                                {"BORDER_REFLECT_101", cv::BORDER_REFLECT_101},
                                                {"BORDER_WRAP", cv::BORDER_WRAP}};
    std::istringstream lines(
#include "filter2D.txt.inc"
    );
    size_t drawn = 0;
    for (std::string name, line; lines >> name >> line; drawn++)
    {
        const size_t begin = line.find('|') + 1, end = line.find('|', begin);
        const std::string row = line.substr(begin, end - begin);
        const cv::UMat image = onDevice(cv::Mat(1, int(row.size()), CV_8UC1, const_cast<char*>(row.data())));
        const auto expectPixel = [&](char expected, int offset)
        { EXPECT_EQ(expected == '0' ? 0 : expected, pixelOutside(image, offset, borders.at(name))) << name << offset; };
        for (size_t i = 0; i + 1 < begin; i++)
            expectPixel(line[i], int(i) - int(begin) + 1);
        for (size_t i = end + 1; i < line.size(); i++)
            expectPixel(line[i], int(i - end));
    }
    EXPECT_EQ(borders.size(), drawn);
}

TEST(Clconv_Examples, sepFilter2DBlurs)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat blurred;
#include "sepFilter2D.inc"
    cv::Mat expected;
    cv::sepFilter2D(pixels, expected, -1, gauss, gauss);
    expectNear(blurred, expected);
}

TEST(Clconv_Examples, filter2DMaskedLeavesOutWhatIsMissing)
{
    cv::Mat heights(40, 60, CV_32FC1, cv::Scalar(5));
    heights.at<float>(20, 30) = std::numeric_limits<float>::quiet_NaN();
    const cv::UMat elevation = onDevice(heights);
    cv::UMat smooth;
#include "filter2DMasked.inc"
    expectNear(smooth, cv::Mat(40, 60, CV_32FC1, cv::Scalar(5)));
}

TEST(Clconv_Examples, filterBankTakesTwoDerivatives)
{
    const cv::UMat image = onDevice(pixels);
    const cv::Mat scharrX = (cv::Mat_<float>(3, 3) << -3, 0, 3, -10, 0, 10, -3, 0, 3), scharrY = scharrX.t();
#include "filterBank.inc"
    ASSERT_EQ(2u, gradients.size());
    cv::Mat expected;
    cv::Scharr(pixels, expected, CV_32F, 1, 0);
    expectNear(gradients[0], expected);
    cv::Scharr(pixels, expected, CV_32F, 0, 1);
    expectNear(gradients[1], expected);
}

TEST(Clconv_Examples, filterBatchFindsTheEdgesOfAllFrames)
{
    const std::vector<cv::UMat> frames = {onDevice(pixels), onDevice(pixels(cv::Rect(3, 5, 70, 90)).clone())};
    const cv::Mat laplacian = (cv::Mat_<float>(3, 3) << 0, 1, 0, 1, -4, 1, 0, 1, 0);
#include "filterBatch.inc"
    ASSERT_EQ(frames.size(), edges.size());
    for (size_t i = 0; i < frames.size(); i++)
    {
        cv::Mat source, expected;
        frames[i].copyTo(source);
        cv::Laplacian(source, expected, CV_16S);
        expectNear(edges[i], expected);
    }
}

TEST(Clconv_Examples, explainPrintsALineForEachImplementation)
{
    const cv::Mat image(1080, 1920, CV_8UC1);
    testing::internal::CaptureStdout();
#include "explain.inc"
    const std::string printed = testing::internal::GetCapturedStdout();
    EXPECT_NE(std::string::npos, printed.find(": taken, ")) << printed;
    if (cv::ocl::Device::getDefault().version().find("PoCL") == std::string::npos)
        GTEST_SKIP() << "what is shown is for PoCL";
    const std::string shown =
#include "explain.txt.inc"
        ;
    EXPECT_EQ(verdicts(shown), verdicts(printed));
}

TEST(Clconv_Examples, prepareIsFollowedByFrames)
{
    Frames readFrame;
    cv::UMat result;
#include "prepare.inc"
    EXPECT_EQ(4, readFrame.count);
    expectNear(result, filtered(randomBytes(3)));
}

TEST(Clconv_Examples, useDeviceForMatsIsFollowedByFrames)
{
    Frames readFrame;
    cv::Mat result;
#include "useDeviceForMats.inc"
    EXPECT_TRUE(cv::clconv::usesDeviceForMats());
    cv::clconv::useDeviceForMats(false);
    EXPECT_EQ(4, readFrame.count);
    expectNear(result, filtered(randomBytes(3)));
}

TEST(Clconv_Examples, setColdCallsChoosesToWait)
{
    const cv::clconv::ColdCalls before = cv::clconv::coldCalls();
    cv::clconv::setColdCalls(cv::clconv::COLD_SERVE);
#include "setColdCalls.inc"
    EXPECT_EQ(cv::clconv::COLD_WAIT, cv::clconv::coldCalls());
    cv::clconv::setColdCalls(before);
}

TEST(Clconv_Examples, waitUntilReadyIsFollowedByTheDevice)
{
    const cv::clconv::ColdCalls before = cv::clconv::coldCalls();
    cv::clconv::setColdCalls(cv::clconv::COLD_SERVE);
    cv::UMat result;
    const cv::UMat image = onDevice(randomBytes(3));
#include "waitUntilReady.inc"
    expectNear(result, filtered(randomBytes(3)));
    cv::clconv::setColdCalls(before);
}

TEST(Clconv_Examples, setRepeatableStaysOn)
{
#include "setRepeatable.inc"
    EXPECT_TRUE(cv::clconv::isRepeatable());
    cv::clconv::setRepeatable(false);
}

TEST(Clconv_Examples, ofThePageOnMatsSwitchesThemOn)
{
#include "docs_mats_README.inc"
    EXPECT_TRUE(cv::clconv::usesDeviceForMats());
    cv::clconv::useDeviceForMats(false);
}

TEST(Clconv_Examples, ofTheTutorialPreparesAndExplainsACall)
{
    const cv::UMat frame = onDevice(pixels);
    cv::UMat filtered;
    testing::internal::CaptureStdout();
#include "docs_tutorial_README.inc"
    const std::string printed = testing::internal::GetCapturedStdout();
    EXPECT_NE(std::string::npos, printed.find(": taken, ")) << printed;
    EXPECT_EQ(CV_16SC1, filtered.type());
}

TEST(Clconv_Examples, splitScopeFiltersOnAllDevices)
{
    const cv::Mat& image = pixels;
    cv::Mat result;
#include "SplitScope.inc"
    EXPECT_FALSE(contexts.empty());
    expectNear(result, filtered(pixels));
}

TEST(Clconv_Examples, GaussianBlurDerivesItsSize)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat blurred;
#include "GaussianBlur.inc"
    cv::Mat expected;
    cv::GaussianBlur(pixels, expected, cv::Size(), 2.5);
    expectNear(blurred, expected);
}

TEST(Clconv_Examples, boxFilterSums)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat sums;
#include "boxFilter.inc"
    cv::Mat expected;
    cv::boxFilter(pixels, expected, CV_32S, cv::Size(5, 5), cv::Point(-1, -1), false);
    expectNear(sums, expected);
}

TEST(Clconv_Examples, blurAverages)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat blurred;
#include "blur.inc"
    cv::Mat expected;
    cv::blur(pixels, expected, cv::Size(7, 7));
    expectNear(blurred, expected);
}

TEST(Clconv_Examples, SobelDerivesAlongX)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat gradientX;
#include "Sobel.inc"
    cv::Mat expected;
    cv::Sobel(pixels, expected, CV_16S, 1, 0);
    expectNear(gradientX, expected);
}

TEST(Clconv_Examples, ScharrDerivesAlongY)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat gradientY;
#include "Scharr.inc"
    cv::Mat expected;
    cv::Scharr(pixels, expected, CV_32F, 0, 1);
    expectNear(gradientY, expected);
}

TEST(Clconv_Examples, LaplacianFindsEdges)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat edges;
#include "Laplacian.inc"
    cv::Mat expected;
    cv::Laplacian(pixels, expected, CV_16S, 5);
    expectNear(edges, expected);
}

TEST(Clconv_Examples, ChainFindsEdgesAndSharpens)
{
    const cv::UMat image = onDevice(pixels);
    cv::UMat result, sharpened;
#include "Chain.inc"
    cv::Mat blurred, x, y, both, expected;
    cv::GaussianBlur(pixels, blurred, cv::Size(5, 5), 0);
    cv::Sobel(blurred, x, CV_16S, 1, 0);
    cv::Sobel(blurred, y, CV_16S, 0, 1);
    cv::convertScaleAbs(x, x);
    cv::convertScaleAbs(y, y);
    cv::add(x, y, both);
    expectNear(result, both);
    cv::addWeighted(blurred, -1, pixels, 2, 0, expected);
    expectNear(sharpened, expected);
}

} // namespace

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (!clconv_test::chooseDevice())
        return 1;
    const int result = RUN_ALL_TESTS();
    cv::ocl::finish();
    return result;
}
