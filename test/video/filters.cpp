// SPDX-License-Identifier: Apache-2.0
//
// Chains of the video programs' filters: by clconv in one call, by OpenCV filter by filter; lists of names.

#include "programs/command_line.hpp"
#include "samples/video/filter_calls.hpp"
#include "support/device.hpp"

#include <gtest/gtest.h>

namespace {

using namespace samples;

FilterChain chainOf(const std::string& names, int border = cv::BORDER_DEFAULT)
{
    return {makeFilters(names, [](const std::string& name) { return makeFilter(name, 0); }), border};
}

cv::Mat randomImage(int type, cv::Size size)
{
    cv::Mat image(size, type);
    cv::RNG random{uint64(size.width)};
    random.fill(image, cv::RNG::UNIFORM, 0, 256);
    return image;
}

double difference(const cv::Mat& a, const cv::Mat& b)
{
    return a.type() == b.type() && a.size() == b.size() ? cv::norm(a, b, cv::NORM_INF) : 256;
}

//! The result of `edges`, with the factor in the derivatives.
cv::Mat edgesOf(const cv::Mat& source)
{
    const cv::Mat along = cv::Mat_<float>({3, 3}, {-3, 0, 3, -10, 0, 10, -3, 0, 3}) / 2;
    cv::Mat dx, dy, magnitude, result;
    cv::filter2D(source, dx, CV_32F, along);
    cv::filter2D(source, dy, CV_32F, along.t());
    cv::magnitude(dx, dy, magnitude);
    magnitude.convertTo(result, CV_8U);
    return result;
}

//! Expects that the chain, and each of its beginnings, gives each filter on the result of the one before it: bit for
//! bit by clconv, and within 1 of OpenCV's on a Mat, which has no border `wrap`.
void expectOneByOne(const FilterChain& chain, const cv::Mat& source)
{
    std::vector<cv::UMat> results, single;
    const cv::UMat image = source.getUMat(cv::ACCESS_READ).clone();
    ChainCalls<cv::UMat> calls("clconv", chain);
    calls.apply(image, results);
    ASSERT_EQ(chain.filters.size(), results.size());
    const cv::Mat whole = results.back().getMat(cv::ACCESS_READ).clone();
    calls.applyRest(image, results);

    cv::Mat from = source, onMat;
    EdgesMemory<cv::Mat> memory;
    for (size_t i = 0; i < results.size(); i++)
    {
        const Filter& filter = chain.filters[i];
        ChainCalls<cv::UMat>("clconv", {{filter}, chain.border}).apply(from.getUMat(cv::ACCESS_READ).clone(), single);
        const cv::Mat expected = single[0].getMat(cv::ACCESS_READ).clone();
        EXPECT_EQ(0, difference(expected, results[i].getMat(cv::ACCESS_READ).clone())) << filter.title;
        if (chain.border != cv::BORDER_WRAP)
        {
            applyFilter(filter, chain.border, from, memory, onMat);
            EXPECT_GE(1, difference(onMat, expected)) << filter.title;
        }
        from = expected;
    }
    EXPECT_EQ(0, difference(from, whole));
}

TEST(Video_Chain, ofClconvIsItsFiltersOneByOne)
{
    for (int type : {CV_8UC1, CV_8UC3, CV_8UC4})
        expectOneByOne(chainOf("blur,sharpen,edges,emboss,motion"), randomImage(type, cv::Size(65, 33)));
    for (int border : {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_WRAP})
        for (cv::Size size : {cv::Size(320, 48), cv::Size(1, 1)})
            expectOneByOne(chainOf("edges,blur,edges", border), randomImage(CV_8UC3, size));
    expectOneByOne(chainOf("blur"), randomImage(CV_8UC3, cv::Size(65, 33)));
}

TEST(Video_Chain, ofOpencvIsItsFunctionsOneByOne)
{
    const FilterChain chain = chainOf("blur,sharpen,edges");
    const cv::Mat source = randomImage(CV_8UC3, cv::Size(65, 33));
    std::vector<cv::Mat> expected(2), results;
    cv::filter2D(source, expected[0], -1, chain.filters[0].kernel);
    cv::filter2D(expected[0], expected[1], -1, chain.filters[1].kernel);
    expected.push_back(edgesOf(expected[1]));
    ChainCalls<cv::Mat> calls("opencv-cpu", chain);
    for (int repeated = 0; repeated < 2; repeated++)
    {
        calls.apply(source, results);
        ASSERT_EQ(3u, results.size());
        for (size_t i = 0; i < results.size(); i++)
            EXPECT_EQ(0, difference(expected[i], results[i])) << i;
    }
}

//! The factor is applied to the magnitude: halves and their squares are exact, and so is half of the root.
TEST(Video_Chain, edgesAreTheMagnitudeOfHalvedDerivatives)
{
    const Filter edges = makeFilter("edges", 0);
    EdgesMemory<cv::Mat> memory;
    cv::Mat result;
    for (double contrast : {1., .1, .02}) // hard edges saturate, soft ones do not
    {
        cv::Mat source = randomImage(CV_8UC3, cv::Size(512, 512));
        source.convertTo(source, -1, contrast);
        applyFilter(edges, cv::BORDER_DEFAULT, source, memory, result);
        EXPECT_EQ(0, difference(edgesOf(source), result)) << contrast;
    }
}

std::string errorOf(const std::string& names)
{
    try
    {
        chainOf(names);
    }
    catch (const programs::UsageError& error)
    {
        return error.what();
    }
    return "";
}

TEST(Video_Filters, areListedWithCommas)
{
    EXPECT_EQ("blur 15x15, edges 3x3, blur 15x15", chainOf("blur,edges,blur").title());
    EXPECT_EQ("motion 15x15", chainOf("motion").title());
    for (const char* names : {"", ",", "blur,", ",blur", "blur,,edges"})
        EXPECT_EQ("an empty name in the list of filters '" + std::string(names) + "'", errorOf(names));
    EXPECT_EQ("unknown filter 'bluer', see --help", errorOf("blur,bluer"));
    EXPECT_EQ("unknown filter ' edges', see --help", errorOf("blur, edges"));
}

} // namespace

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    return clconv_test::chooseDevice() ? RUN_ALL_TESTS() : 1;
}
