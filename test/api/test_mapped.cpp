// SPDX-License-Identifier: Apache-2.0
//
// Images that a living Mat maps and that therefore cannot be arguments of a kernel: results are right, and no failure
// is reported.

#include "api/filter2d.hpp"
#include "api/host/mats.hpp"
#include "runtime/captured_log.hpp"
#include "support/thrown.hpp"
#include "util/log.hpp"

#include <functional>

namespace opencv_test {
namespace {

const Mat taps = (Mat_<float>(3, 3) << 1, 2, 1, 0, 3, -2, 5, 1, -1) / 10;

Mat pattern()
{
    Mat image(67, 93, CV_8UC3);
    RNG(7).fill(image, RNG::UNIFORM, 0, 256);
    return image;
}

Mat expected(const Mat& image)
{
    Mat result;
    cv::filter2D(image, result, -1, taps);
    return result;
}

//! Runs a call and expects that it logs one decision and no warning.
void expectDecision(const std::string& words, const std::function<void()>& call)
{
    clconv::forgetLogged();
    Log log(utils::logging::LOG_LEVEL_DEBUG);
    call();
    EXPECT_EQ(log.count("WARN", ""), 0) << log.text();
    EXPECT_EQ(log.count("DEBUG", words), 1) << log.text();
}

void expectSame(const Mat& wanted, InputArray result)
{
    EXPECT_LE(cv::norm(wanted, result.getMat(), NORM_INF), 1);
}

const char* const words = "mapped by a Mat of the program (UMat::getMat): the call runs on the CPU";

} // namespace

TEST(Clconv_Mapped, mayBeTheSource)
{
    const Mat image = pattern();
    UMat source, result;
    image.copyTo(source);
    const Mat map = source.getMat(ACCESS_READ);
    expectDecision(words, [&] { clconv::filter2D(source, result, -1, taps); });
    expectSame(expected(image), result);
    EXPECT_EQ(clconv::lastImplementation(), "opencv-cpu");
    const String report = clconv::explain(source, -1, taps);
    EXPECT_NE(report.find("opencv-cpu: taken"), String::npos) << report;
    EXPECT_NE(report.find("refused, the source is mapped"), String::npos) << report;
}

TEST(Clconv_Mapped, mayBeARegionOfTheSource)
{
    const Mat image = pattern();
    const Rect region(11, 5, 40, 33);
    UMat source, result;
    image.copyTo(source);
    const Mat map = source(region).getMat(ACCESS_RW);
    expectDecision(words, [&] { clconv::filter2D(source, result, -1, taps); });
    expectSame(expected(image), result);
    UMat part;
    clconv::filter2D(source(region), part, -1, taps);
    expectSame(expected(image)(region), part);
}

TEST(Clconv_Mapped, mayBeTheOutput)
{
    const Mat image = pattern();
    UMat source, result(image.size(), image.type(), Scalar::all(0));
    image.copyTo(source);
    {
        const Mat map = result.getMat(ACCESS_READ);
        expectDecision(words, [&] { clconv::filter2D(source, result, -1, taps); });
        expectSame(expected(image), map);
    }
    expectSame(expected(image), result);
    clconv::filter2D(source, result, -1, taps);
    EXPECT_NE(clconv::lastImplementation(), "opencv-cpu") << "the Mat is released";
}

TEST(Clconv_Mapped, mayBeFilteredInPlace)
{
    const Mat image = pattern();
    UMat both;
    image.copyTo(both);
    {
        const Mat map = both.getMat(ACCESS_RW);
        expectDecision(words, [&] { clconv::filter2D(both, both, -1, taps); });
    }
    expectSame(expected(image), both);
}

//! OpenCV cannot release such a buffer either. If another UMat shares the buffer, it need not be released.
TEST(Clconv_Mapped, isAnErrorForAnOutputThatIsMadeAnew)
{
    const Mat image = pattern();
    UMat source, result;
    image.copyTo(source);
    Mat(3, 3, CV_8U, Scalar(7)).copyTo(result); // not by a kernel, which would hold a reference for a while
    UMat other;                                 // released after the Mat
    const Mat map = result.getMat(ACCESS_READ);
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::filter2D(source, result, -1, taps); }));
    EXPECT_EQ(result.size(), Size(3, 3));
    EXPECT_EQ(map.at<uchar>(2, 2), 7);
    other = result;
    clconv::filter2D(source, result, -1, taps);
    EXPECT_NE(clconv::lastImplementation(), "opencv-cpu");
    expectSame(expected(image), result);
}

TEST(Clconv_Mapped, mayBeTheSourceOfABank)
{
    const Mat image = pattern();
    UMat source;
    image.copyTo(source);
    const Mat map = source.getMat(ACCESS_READ);
    std::vector<UMat> results;
    expectDecision(words, [&] { clconv::filterBank(source, results, -1, std::vector<Mat>{taps, taps}); });
    for (const UMat& result : results)
        expectSame(expected(image), result);
}

TEST(Clconv_Mapped, mayBeAnOutputOfABankOrABatch)
{
    const Mat image = pattern();
    std::vector<UMat> sources(2), results(2);
    for (int i = 0; i < 2; i++)
    {
        image.copyTo(sources[i]);
        results[i].create(image.size(), image.type());
    }
    const Mat map = results[1].getMat(ACCESS_READ);
    expectDecision(words, [&] { clconv::filterBank(sources[0], results, -1, std::vector<Mat>{taps, taps}); });
    expectSame(expected(image), results[0]);
    expectSame(expected(image), map);
    expectDecision(words, [&] { clconv::filterBatch(sources, results, -1, taps); });
    expectSame(expected(image), results[0]);
    expectSame(expected(image), map);
}

TEST(Clconv_Mapped, mayBeOneOfABatch)
{
    const Mat image = pattern();
    std::vector<UMat> sources(4), results;
    for (UMat& source : sources)
        image.copyTo(source);
    const Mat map = sources[1].getMat(ACCESS_READ);
    expectDecision(words, [&] { clconv::filterBatch(sources, results, -1, taps); });
    for (const UMat& result : results)
        expectSame(expected(image), result);
}

//! cv2 makes such a Mat of an array of shape (5, 5, 0).
TEST(Clconv_Mats, ofNoBytesAreLeftToOpenCV)
{
    const clconv::MatsModeScope mode(clconv::MatsMode::Always);
    Mat image(5, 5, CV_8UC(CV_CN_MAX), Scalar());
    image.step.p[0] = 0;
    clconv::forgetLogged();
    Log log(utils::logging::LOG_LEVEL_WARNING);
    Mat result;
    EXPECT_THROW(clconv::filter2D(image, result, -1, taps), cv::Exception);
    EXPECT_EQ(log.count("WARN", ""), 0) << log.text();
}

} // namespace opencv_test
