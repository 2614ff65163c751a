// SPDX-License-Identifier: Apache-2.0
//
// Tuning files on the current device: their effect, and how unreadable files are reported. ctest covers the file that
// the environment names (tuned_by_environment, warns_of_a_bad_tuning_file).

#include "runtime/captured_log.hpp"
#include "cases/small.hpp"
#include "tuned.hpp"

#include "runtime/compiled_kernel.hpp"
#include "dispatch/dispatcher.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <regex>
#include <sys/stat.h>

namespace opencv_test { namespace {

//! A file that exists while this object lives.
class File
{
public:
    explicit File(const std::string& text) : path(cv::tempfile(".txt"))
    {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~File() { std::remove(path.c_str()); }

    const std::string path;
};

//! Filters and compares; then lastImplementation() names what ran.
std::string filterError(const Mat& kernel)
{
    const Mat src = pixels(CV_8UC1);
    UMat dst;
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, -1, kernel);
    return compared(dst.getMat(ACCESS_READ), src, kernel);
}

std::string explanation()
{
    return clconv::explain(pixels(CV_8UC1).getUMat(ACCESS_READ), -1, smallKernel());
}

TEST(Clconv_TuningFile, decidesWhatRuns)
{
    const std::string before = explanation();
    {
        const File file(tuningText({"default | 8U | 1 | 5x3 | dense | prefer local:WG_X=8,WG_Y=4,PY=4"}));
        clconv::TuningScope scope(file.path);
        EXPECT_EQ("", filterError(smallKernel()));
        EXPECT_EQ("local", clconv::lastImplementation());
        const std::string text = explanation();
        const std::regex lineOfTable(" \\([a-z]+\\.txt:[0-9]+\\)");
        const std::string taken = "local: taken, PX=2 PY=4 WG_X=8 WG_Y=4, group 8x4";
        EXPECT_EQ(text.find('\n') + 1, std::regex_replace(text, lineOfTable, "").find(taken)) // after the call's line
            << text;
        EXPECT_NE(std::string::npos, text.find(" PY=4 WG_X=8 WG_Y=4,")) << "they are the file's: " << text;
        EXPECT_NE(std::string::npos, text.find(", tuned by " + file.path + ":2; ")) << text;
        EXPECT_EQ("", filterError(Mat::ones(3, 3, CV_32F))); // another class
        EXPECT_NE("local", clconv::lastImplementation());
    }
    EXPECT_EQ("", filterError(smallKernel()));
    EXPECT_NE("local", clconv::lastImplementation());
    EXPECT_EQ(before, explanation());
}

TEST(Clconv_TuningFile, givesParametersToWhatIsForced)
{
    const File file(tuningText({"default | * | * | * | * | local:PY=4,WG_X=16"}));
    clconv::TuningScope scope(file.path);
    clconv::ForceScope force("local:WG_X=32");
    EXPECT_EQ("", filterError(smallKernel()));
    EXPECT_EQ("local", clconv::lastImplementation());
    EXPECT_NE(std::string::npos, explanation().find("PY=4 WG_X=32")) << explanation();
}

#ifndef _WIN32
//! Sets or (null) unsets an environment variable while it lives.
class EnvironmentVariable
{
public:
    EnvironmentVariable(const char* name, const char* value) :
        name_(name), before_(std::getenv(name) ? std::getenv(name) : "")
    {
        wasSet_ = std::getenv(name) != nullptr;
        set(value);
    }
    ~EnvironmentVariable() { set(wasSet_ ? before_.c_str() : nullptr); }

private:
    void set(const char* value) { value ? setenv(name_, value, 1) : unsetenv(name_); }

    const char* const name_;
    const std::string before_;
    bool wasSet_;
};

TEST(Clconv_TuningFile, ofTheUserIsNamedByDeviceAndDriver)
{
    const EnvironmentVariable home("HOME", "/home/anybody");
    {
        const EnvironmentVariable config("XDG_CONFIG_HOME", "/etc/xdg");
        EXPECT_EQ("/etc/xdg/clconv/tuning/gfx906_xnack-_AMD-3.1_a.txt",
                  clconv::userTuningFile("gfx906:xnack- AMD", "3.1/a"));
    }
    for (const char* notAPath : {"", "config", "./config"})
    {
        const EnvironmentVariable config("XDG_CONFIG_HOME", notAPath);
        EXPECT_EQ("/home/anybody/.config/clconv/tuning/a-b.txt", clconv::userTuningFile("a", "b"));
    }
    const EnvironmentVariable config("XDG_CONFIG_HOME", nullptr), none("HOME", "here");
    EXPECT_EQ("", clconv::userTuningFile("a", "b"));
}

TEST(Clconv_TuningFile, ofTheUserIsReadWhereNobodyElseWritesIt)
{
    const std::string folder = tempfile("_clconv_config");
    const EnvironmentVariable config("XDG_CONFIG_HOME", folder.c_str()), named("OPENCV_CLCONV_TUNING_FILE", nullptr);
    const std::string path = clconv::userTuningFile("a", "b");
    EXPECT_TRUE(clconv::userTuning("a", "b").tables.empty());
    ASSERT_TRUE(utils::fs::createDirectories(path.substr(0, path.rfind('/'))));
    std::ofstream(path) << tuningText({"default | * | * | * | * | local:PY=4"});
    ASSERT_EQ(0, chmod(path.c_str(), 0644));
    EXPECT_EQ(1u, clconv::userTuning("a", "b").tables.at(0).entries.size());
    EXPECT_TRUE(clconv::userTuning("a", "c").tables.empty());
    {
        const EnvironmentVariable empty("OPENCV_CLCONV_TUNING_FILE", "");
        EXPECT_TRUE(clconv::userTuning("a", "b").tables.empty());
    }
    for (mode_t mode : {0664, 0646})
    {
        ASSERT_EQ(0, chmod(path.c_str(), mode));
        EXPECT_TRUE(clconv::userTuning("a", "b").tables.empty());
    }
    utils::fs::remove_all(folder);
}

//! Opening a FIFO without a writer would block for ever.
TEST(Clconv_TuningFile, isARegularFile)
{
    const std::string path = cv::tempfile(".txt");
    ASSERT_EQ(0, mkfifo(path.c_str(), 0600));
    std::future<clconv::Tuning> loaded = std::async(std::launch::async, clconv::loadTuning, path);
    const bool returned = loaded.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    if (!returned)
        std::ofstream(path.c_str()).close(); // ends the file for the waiting thread
    EXPECT_TRUE(returned);
    EXPECT_NE("", loaded.get().tables[0].error);
    std::remove(path.c_str());
}
#endif

TEST(Clconv_TuningFile, isNotLookedIntoAgain)
{
    const File file(tuningText({"default | * | * | * | * | prefer local:PY=4"}));
    clconv::TuningScope scope(file.path);
    const std::shared_ptr<clconv::Dispatcher> runtime = clconv::Dispatcher::current();
    const clconv::Problem problem = problemOf(CV_8U, CV_8U, 1, Size(5, 3), Size(37, 29));
    const auto nothing = [](const clconv::CompiledPlan&) {};
    const auto none = [] { return clconv::Rehearsal(); };
    const std::shared_ptr<const clconv::CompiledPlan> first = runtime->run(problem, nothing, none);
    std::ofstream(file.path) << "something else";
    EXPECT_EQ(first, runtime->run(problem, nothing, none));
    EXPECT_EQ("local", nameOf(first->plan));
}

TEST(Clconv_TuningFile, thatCannotBeReadIsWarnedOfOnceAndLeftOut)
{
    const std::string line = "default | * | * | * | * | prefer local:PY=4";
    const std::string good = tuningText({line});
    const std::pair<std::string, std::string> files[] = {
        {"", ":1: no tuning table"},
        {"<?xml version=\"1.0\"?>\n", ":1: no tuning table"},
        {std::string(100, '\0'), ":1: no tuning table"},
        {"clconv tuning 7\n" + line + "\nend\n", ":1: its format is version '7'"},
        {tuningText({line, "# words", "default | * | * | * | * | prefer local:PY=four"}), ":4: 'PY=four'"},
        {good.substr(0, good.size() - 4), ":2: it stops"},
        {good.substr(0, good.size() - 8), ":2: 'P' in"},
        {good + std::string(2 << 20, '\n'), ": it is larger than any tuning table"}};
    const std::string before = explanation();
    for (const auto& text : files)
    {
        const File file(text.first);
        Log log(utils::logging::LOG_LEVEL_WARNING);
        for (int i = 0; i < 3; i++)
        {
            clconv::TuningScope scope(file.path);
            EXPECT_EQ("", filterError(smallKernel()));
            EXPECT_EQ(before, explanation());
        }
        EXPECT_EQ(1, log.count("WARN", "tuning file " + file.path + text.second)) << log.text();
        EXPECT_EQ(1, log.count("WARN", "")) << log.text();
    }
}

TEST(Clconv_TuningFile, thatIsNotThereIsWarnedOfOnce)
{
    const std::string folder = cv::tempfile("_folder");
    ASSERT_TRUE(utils::fs::createDirectory(folder));
    const std::string paths[] = {folder + "/nothing.txt", folder};
    for (const std::string& path : paths)
    {
        Log log(utils::logging::LOG_LEVEL_WARNING);
        for (int i = 0; i < 2; i++)
        {
            clconv::TuningScope scope(path);
            EXPECT_EQ("", filterError(smallKernel()));
        }
        EXPECT_EQ(1, log.count("WARN", "tuning file " + path + ": it cannot be read")) << log.text();
        EXPECT_EQ(1, log.count("", "")) << log.text();
    }
    utils::fs::remove_all(folder);
}
}} // namespace opencv_test
