// SPDX-License-Identifier: Apache-2.0
//
// What is logged, at which level, and that it is logged once. ctest covers failed builds (warns_of_failed_builds),
// because they need an environment.

#include "captured_log.hpp"

namespace opencv_test { namespace {

//! Calls three times.
std::string filterThrice(const std::string& force, OutputArray dst)
{
    const UMat src(19, 23, CV_8UC1, Scalar(3));
    clconv::ForceScope scope(force);
    for (int i = 0; i < 3; i++)
        clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    return clconv::lastImplementation();
}

//! Expects a line that is logged once per process, even if the test is repeated.
void expectOnce(bool& logged, const Log& log, const std::string& level, const std::string& words)
{
    EXPECT_EQ(logged ? 0 : 1, log.count(level, words)) << log.text();
    logged = true;
}

TEST(Clconv_Log, logsOnceAtDebugLevelThatTheOutputIsNoUMat)
{
    static bool logged = false;
    Mat dst;
    Log log(utils::logging::LOG_LEVEL_DEBUG);
    EXPECT_EQ("opencv-cpu", filterThrice("", dst));
    expectOnce(logged, log, "DEBUG", "the output is not a UMat");
}

TEST(Clconv_Log, logsOnceAtDebugLevelThatOpenCLIsOff)
{
    static bool logged = false;
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_DEBUG);
    ocl::setUseOpenCL(false);
    EXPECT_EQ("opencv-cpu", filterThrice("", dst));
    ocl::setUseOpenCL(true);
    expectOnce(logged, log, "DEBUG", "OpenCL is unavailable or disabled");
}

TEST(Clconv_Log, logsNothingOfTheCpuAtInfoLevel)
{
    Mat dst;
    Log log(utils::logging::LOG_LEVEL_INFO);
    EXPECT_EQ("opencv-cpu", filterThrice("", dst));
    EXPECT_EQ(0, log.count("", "")) << log.text();
}

TEST(Clconv_Log, logsNothingWhereAllIsWell)
{
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_DEBUG);
    EXPECT_EQ("reference", filterThrice("reference", dst));
    EXPECT_EQ(0, log.count("", "")) << log.text();
}

TEST(Clconv_Log, warnsOnceOfAForcedNameThatIsNone)
{
    static int turn = 0;
    const std::string force = cv::format("nonsense%d", turn++);
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    EXPECT_NE("opencv-cpu", filterThrice(force, dst));
    EXPECT_EQ(1, log.count("WARN", "forced '" + force + "'")) << log.text();
}

TEST(Clconv_Log, warnsOnceOfAForcedParameterThatDoesNotApply)
{
    static int turn = 0;
    const std::string force = cv::format("local:PX=%d", 70 + turn++);
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    EXPECT_NE("opencv-cpu", filterThrice(force, dst));
    EXPECT_EQ(1, log.count("WARN", "forced '" + force + "' does not apply")) << log.text();
}

TEST(Clconv_Log, warnsOnceOfAForcedImplementationThatDoesNotApply)
{
    static int turn = 0;
    const std::string force = cv::format("image:WG_X=%d", 8 + turn++); // unique for each repetition
    const UMat src(19, 23, CV_8UC3, Scalar(3));                        // there are no images of three channels
    UMat dst;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    clconv::ForceScope scope(force);
    for (int i = 0; i < 3; i++)
        clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_NE("image", clconv::lastImplementation());
    EXPECT_EQ(1, log.count("WARN", "forced '" + force + "' does not apply")) << log.text();
}

}} // namespace opencv_test
