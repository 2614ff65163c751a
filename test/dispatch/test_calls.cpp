// SPDX-License-Identifier: Apache-2.0
//
// explain(), prepare() and isReady() of each function: what they state is what then runs.

#include "bank/banks.hpp"
#include "support/thrown.hpp"

#include "dispatch/dispatcher.hpp"
#include "dispatch/inquiry.hpp"
#include "runtime/compiled_kernel.hpp"

namespace opencv_test { namespace {

using clconv::ColdCallsScope;

struct Function
{
    const char* name;
    std::function<void(const UMat& image, UMat& result)> call;
};

std::vector<Function> functions()
{
    const Mat kernel = Mat::eye(5, 5, CV_32F) + 0.5, row = (Mat_<float>(1, 7) << 1, 2, 3, 5, 3, 2, 1);
    return {{"filter2D", [=](const UMat& i, UMat& r) { clconv::filter2D(i, r, -1, kernel); }},
            {"sepFilter2D", [=](const UMat& i, UMat& r) { clconv::sepFilter2D(i, r, CV_32F, row, row); }},
            {"GaussianBlur", [](const UMat& i, UMat& r) { clconv::GaussianBlur(i, r, Size(9, 5), 1.5); }},
            {"blur", [](const UMat& i, UMat& r) { clconv::blur(i, r, Size(13, 3)); }},
            {"boxFilter", [](const UMat& i, UMat& r) { clconv::boxFilter(i, r, CV_32F, Size(4, 6)); }},
            {"Sobel", [](const UMat& i, UMat& r) { clconv::Sobel(i, r, CV_16S, 1, 0, 5); }},
            {"Scharr", [](const UMat& i, UMat& r) { clconv::Scharr(i, r, CV_16S, 0, 1); }},
            {"Laplacian", [](const UMat& i, UMat& r) { clconv::Laplacian(i, r, CV_16S, 5); }}};
}

std::string takenIn(const std::string& text)
{
    const size_t end = text.find(": taken"), begin = text.rfind('\n', end) + 1;
    return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(Clconv_Calls, runAsIsExplainedWithoutBeingRun)
{
    const UMat image(61, 83, CV_8UC3, Scalar::all(9));
    for (const Function& function : functions())
    {
        UMat result, untouched(image.size(), CV_8UC1, Scalar(1));
        const int built = clconv::programsBuilt();
        const std::string text = clconv::explain([&] { function.call(image, result); });
        EXPECT_EQ(built, clconv::programsBuilt()) << function.name;
        EXPECT_TRUE(result.empty()) << function.name;
        EXPECT_EQ(0u, text.find("CV_8UC3 to ")) << text;
        function.call(image, result);
        EXPECT_EQ(clconv::lastImplementation(), takenIn(text)) << function.name << "\n" << text;
    }
}

TEST(Clconv_Calls, inPlaceAreExplainedWithoutBeingRun)
{
    UMat image(61, 83, CV_8UC1, Scalar(9));
    clconv::explain(
        [&] { clconv::blur(image(Rect(2, 2, 40, 40)), image, Size(1, 1)), clconv::blur(image, image, Size(3, 3)); });
    EXPECT_EQ(Size(83, 61), image.size());
    EXPECT_EQ(0, cv::norm(image, UMat(image.size(), image.type(), Scalar(9)), NORM_INF));
}

TEST(Clconv_Calls, ofAllFunctionsFindWhatWasPrepared)
{
    const ColdCallsScope serve(clconv::COLD_SERVE);
    const UMat image(62, 81, CV_16UC1, Scalar::all(7));
    for (const Function& function : functions())
    {
        UMat result;
        const auto call = [&] { function.call(image, result); };
        if (function.name == std::string("Sobel") || function.name == std::string("Scharr") ||
            function.name == std::string("Laplacian"))
            continue; // cv::filter2D has no 16U to 16S, so these calls wait
        EXPECT_TRUE(clconv::prepare(call)) << function.name;
        EXPECT_TRUE(clconv::isReady(call)) << function.name;
        const int built = clconv::programsBuilt();
        call();
        EXPECT_EQ(built, clconv::programsBuilt()) << function.name;
        EXPECT_NE("opencv-cpu", clconv::lastImplementation()) << function.name;
    }
}

TEST(Clconv_Calls, areNotReadyUntilTheyArePrepared)
{
    clconv::KnownPrograms::instance().forget();
    const UMat image(63, 80, CV_32FC2, Scalar::all(7));
    UMat result;
    const auto calls = [&]
    {
        clconv::sepFilter2D(image, result, -1, Mat::ones(1, 37, CV_32F), Mat::ones(1, 3, CV_32F));
        clconv::Sobel(image, result, -1, 2, 2, 7);
    };
    EXPECT_FALSE(clconv::isReady(calls));
    EXPECT_TRUE(clconv::prepare(calls));
    EXPECT_TRUE(clconv::isReady(calls));
    const NoOpenCL noOpenCL;
    EXPECT_FALSE(clconv::prepare(calls));
    EXPECT_TRUE(clconv::isReady(calls));
}

TEST(Clconv_Calls, ofBanksAndBatchesAreExplainedByLaunches)
{
    RNG rng(1);
    const UMat image(60, 90, CV_32FC1, Scalar(2));
    std::vector<Mat> kernels;
    for (int i = 0; i < 4; i++)
        kernels.push_back(randomKernel(Size(5, 5), CV_32F, CV_32F, Coefficients::Random, rng));
    std::vector<UMat> results, images(6, image);
    const std::string bank = clconv::explain([&] { clconv::filterBank(image, results, -1, kernels); });
    const std::string batch = clconv::explain([&] { clconv::filterBatch(images, results, -1, kernels[0]); });
    EXPECT_TRUE(results.empty());
    EXPECT_NE(std::string::npos, bank.find("kernel 5x5, BORDER_REFLECT_101, 4 kernels\n")) << bank;
    EXPECT_NE(std::string::npos, batch.find(" such images\n")) << batch;
    clconv::filterBank(image, results, -1, kernels);
    if (clconv::lastRanTogether())
    {
        EXPECT_EQ(clconv::lastImplementation(), takenIn(bank)) << bank;
    }
    std::vector<Mat> mats(2, Mat(20, 30, CV_8UC1, Scalar(1))), outputs;
    const std::string onMats = clconv::explain([&] { clconv::filterBatch(mats, outputs, -1, kernels[0]); });
    EXPECT_TRUE(outputs.empty());
    EXPECT_EQ(std::string::npos, onMats.find(" such images")) << onMats;
}

TEST(Clconv_Calls, throwAsTheyDoWithoutBeingLookedAt)
{
    UMat image(20, 30, CV_8UC1, Scalar(1)), result;
    const auto wrong = [&] { clconv::Sobel(image, result, -1, 0, 0); };
    const int code = codeOf(wrong);
    EXPECT_NE(0, code);
    EXPECT_EQ(code, codeOf([&] { clconv::explain(wrong); }));
    EXPECT_EQ(code, codeOf([&] { clconv::isReady(wrong); }));
    EXPECT_EQ(code, codeOf([&] { clconv::prepare(wrong); }));
    clconv::blur(image, result, Size(3, 3)); // make it the last call again
    EXPECT_EQ(image.size(), result.size());
}

}} // namespace opencv_test
