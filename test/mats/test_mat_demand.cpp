// SPDX-License-Identifier: Apache-2.0
//
// When a program is worth building for calls on Mats, and which programs were built before.

#include "support/test_precomp.hpp"
#include "planner/mat_times.hpp"
#include "runtime/known_programs.hpp"
#include "support/fake_devices.hpp"

#include <cstdio>
#include <fstream>

namespace opencv_test {
namespace {

clconv::MatClass classOf(int width)
{
    return clconv::MatClass(problemOf(CV_8U, CV_8U, 1, Size(width, 5)), clconv::MatFunction::Filter2D);
}

} // namespace

TEST(Clconv_MatDemand, waitsUntilCallsHaveTakenTwiceABuildOfTwoCores)
{
    clconv::MatTimes demand(2);
    const clconv::MatClass often = classOf(3), rarely = classOf(5);
    for (int i = 0; i < 39; i++)
        demand.addCpuTime(often, 0.1);
    demand.addCpuTime(rarely, 0.1);
    EXPECT_FALSE(demand.repaysBuild(often)) << "3.9 s, and a build is taken to last two seconds";
    demand.addCpuTime(often, 0.11);
    EXPECT_TRUE(demand.repaysBuild(often));
    EXPECT_FALSE(demand.repaysBuild(rarely));
    EXPECT_FALSE(demand.repaysBuild(classOf(7)));
    demand.addBuildTime(5);
    demand.addBuildTime(1);
    EXPECT_FALSE(demand.repaysBuild(often)) << "builds last five seconds here";
}

TEST(Clconv_MatDemand, takesABuildForLessWhereThereAreMoreCores)
{
    clconv::MatTimes demand(16);
    demand.addCpuTime(classOf(3), 0.51);
    EXPECT_TRUE(demand.repaysBuild(classOf(3)));
}

//! Once its program is built, a class runs on the device and spends no more time on the CPU.
TEST(Clconv_MatDemand, keepsAProgramThatIsThereWhateverBuildsTakeLater)
{
    clconv::MatTimes demand(2);
    demand.addCpuTime(classOf(3), 4.1);
    EXPECT_FALSE(demand.hasRun(classOf(3)));
    demand.setHasRun(classOf(3));
    demand.addBuildTime(60);
    EXPECT_TRUE(demand.hasRun(classOf(3)));
    EXPECT_FALSE(demand.repaysBuild(classOf(3))) << "nor does another program of the class";
    demand.addCpuTime(classOf(5), 4.1);
    EXPECT_FALSE(demand.repaysBuild(classOf(5)));
}

//! A driver's cache supplies programs in milliseconds, which is no measure of programs that it lacks.
TEST(Clconv_MatDemand, doesNotTakeALoadForABuild)
{
    clconv::MatTimes demand(2);
    demand.addBuildTime(0.02);
    demand.addCpuTime(classOf(3), 0.5);
    EXPECT_FALSE(demand.repaysBuild(classOf(3)));
    demand.addBuildTime(0.2);
    EXPECT_TRUE(demand.repaysBuild(classOf(3))) << "builds take .2 s on this device";
}

TEST(Clconv_MatDemand, looksForALoadableProgramOnce)
{
    clconv::MatTimes demand(2);
    EXPECT_TRUE(demand.mayBeLoadable(classOf(3)));
    EXPECT_FALSE(demand.repaysLoads());
    demand.addCpuTime(classOf(5), 0.11);
    EXPECT_TRUE(demand.repaysLoads()) << "the time of all classes counts";
    demand.setNotLoadable(classOf(3));
    EXPECT_FALSE(demand.mayBeLoadable(classOf(3)));
    EXPECT_TRUE(demand.mayBeLoadable(classOf(5)));
}

TEST(Clconv_KnownPrograms, areThoseOfAllProcesses)
{
    const std::string path = cv::tempfile(".txt");
    const clconv::DeviceTraits device = nvidiaCard();
    clconv::DeviceTraits other = device;
    other.driver += " 2";
    const auto planOf = [&](int width) { return planFor(problemOf(CV_8U, CV_8U, 1, Size(width, width)), device); };
    {
        clconv::KnownPrograms first(path), second(path);
        EXPECT_FALSE(first.any());
        first.add(planOf(3), device);
        second.add(planOf(5), device);
        second.add(planOf(5), device);
        EXPECT_TRUE(first.have(planOf(3), device));
        EXPECT_FALSE(first.have(planOf(5), device)) << "the file is read once";
    }
    clconv::KnownPrograms later(path);
    EXPECT_TRUE(later.any());
    EXPECT_TRUE(later.have(planOf(3), device));
    EXPECT_TRUE(later.have(planOf(5), device));
    EXPECT_FALSE(later.have(planOf(7), device));
    EXPECT_FALSE(later.have(planOf(3), other));
    std::ifstream file(path);
    int lines = 0;
    for (std::string line; std::getline(file, line); lines++)
        EXPECT_EQ(line.find_first_not_of("0123456789abcdef"), std::string::npos) << line;
    EXPECT_EQ(lines, 2);
    std::remove(path.c_str());
}

TEST(Clconv_KnownPrograms, haveWhatABuilderCouldNotBuildForADay)
{
    const std::string path = cv::tempfile(".txt");
    const clconv::DeviceTraits device = nvidiaCard();
    const auto planOf = [&](int width) { return planFor(problemOf(CV_8U, CV_8U, 1, Size(width, width)), device); };
    clconv::KnownPrograms builder(path);
    builder.addFailed(planOf(3), device);
    EXPECT_FALSE(std::ifstream(path).is_open()) << "no builder: it may have failed for its own reasons";
    builder.noteFailures();
    builder.addFailed(planOf(3), device);
    clconv::KnownPrograms later(path);
    EXPECT_TRUE(later.hasFailed(planOf(3), device));
    EXPECT_FALSE(later.hasFailed(planOf(5), device));
    EXPECT_FALSE(later.have(planOf(3), device));
    clconv::DeviceTraits other = device;
    other.driver += " 2";
    EXPECT_FALSE(later.hasFailed(planOf(3), other));
    later.forget();
    EXPECT_FALSE(later.hasFailed(planOf(3), device));

    std::string line;
    std::getline(std::ifstream(path), line);
    ASSERT_EQ('-', line[0]);
    const long long noted = std::stoll(line.substr(17));
    const std::string key = line.substr(0, 17);
    std::ofstream(path) << key << ' ' << noted - 25 * 3600 << '\n' << key << '\n' << key << ' ' << noted + 3600 << '\n';
    EXPECT_FALSE(clconv::KnownPrograms(path).hasFailed(planOf(3), device)) << "yesterday, without a time, tomorrow";
    std::remove(path.c_str());
}

TEST(Clconv_KnownPrograms, ignoresWhatIsNoProgram)
{
    const std::string path = cv::tempfile(".txt");
    std::ofstream(path) << "\n0123\nnot a number at all\n00000000000000zz\n" << std::string(100000, 'a') << '\n';
    EXPECT_FALSE(clconv::KnownPrograms(path).any());
    std::remove(path.c_str());
    EXPECT_FALSE(clconv::KnownPrograms(path).any()) << "no file";
}

TEST(Clconv_KnownPrograms, doNotGrowWithoutEnd)
{
    const std::string path = cv::tempfile(".txt");
    {
        std::ofstream file(path);
        for (int i = 0; i < 5000; i++)
            file << cv::format("%016x\n", i);
    }
    clconv::KnownPrograms full(path);
    EXPECT_TRUE(full.any());
    full.add(planFor(problemOf(CV_8U, CV_8U, 1, Size(3, 3)), nvidiaCard()), nvidiaCard());
    std::ifstream file(path);
    std::string line;
    EXPECT_TRUE(std::getline(file, line));
    EXPECT_FALSE(std::getline(file, line)) << "begun anew";
    std::remove(path.c_str());
}

} // namespace opencv_test
