// SPDX-License-Identifier: Apache-2.0
//
// The frei0r plugin, loaded as a host does it: its description, and frames compared with cv::filter2D on a Mat.

#include "programs/coefficients.hpp"
#include "samples/gstreamer/settings.hpp"
#include "samples/video/filter_calls.hpp"
#include "support/device.hpp"

#include <dlfcn.h>
#include <frei0r.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace {

using samples::Filter;

//! A function of the plugin.
template<class Function>
Function* function(const char* name)
{
    static void* const library = dlopen(CLCONV_FREI0R_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    void* const address = library ? dlsym(library, name) : nullptr;
    if (!address)
        throw std::runtime_error(dlerror());
    return reinterpret_cast<Function*>(address);
}
#define CALL(name) function<decltype(name)>(#name)

//! An instance of the effect for frames of one size.
class Effect
{
public:
    explicit Effect(cv::Size size) :
        instance_(CALL(f0r_construct)(static_cast<unsigned>(size.width), static_cast<unsigned>(size.height)))
    {
        if (!instance_)
            throw std::runtime_error("no instance");
    }
    ~Effect() { CALL(f0r_destruct)(instance_); }
    Effect(const Effect&) = delete;
    Effect& operator=(const Effect&) = delete;

    void set(int index, std::string text)
    {
        f0r_param_string value = &text[0];
        CALL(f0r_set_param_value)(instance_, &value, index);
    }
    void set(int index, double number) { CALL(f0r_set_param_value)(instance_, &number, index); }

    std::string text(int index) const
    {
        f0r_param_string value = nullptr;
        CALL(f0r_get_param_value)(instance_, &value, index);
        return value;
    }
    double number(int index) const
    {
        double value = -1;
        CALL(f0r_get_param_value)(instance_, &value, index);
        return value;
    }

    cv::Mat play(const cv::Mat& source)
    {
        cv::Mat result(source.size(), source.type(), cv::Scalar::all(0xAB));
        CALL(f0r_update)(instance_, 0, source.ptr<uint32_t>(), result.ptr<uint32_t>());
        return result;
    }

private:
    f0r_instance_t instance_;
};

enum
{
    filterIndex,
    sizeIndex,
    kernelFileIndex
};

cv::Mat randomFrame(cv::Size size, int seed = 1)
{
    cv::Mat frame(size, CV_8UC4);
    cv::RNG random{uint64(seed)};
    random.fill(frame, cv::RNG::UNIFORM, 0, 256);
    return frame;
}

//! Compares with the source filtered on a Mat: colours differ by at most 1, alpha is the source's.
testing::AssertionResult isFiltered(const cv::Mat& result, const cv::Mat& source, const Filter& filter)
{
    samples::EdgesMemory<cv::Mat> memory;
    cv::Mat expected;
    samples::applyFilter(filter, cv::BORDER_REFLECT_101, source, memory, expected);
    std::vector<cv::Mat> results, channels, sources;
    cv::split(result, results);
    cv::split(expected, channels);
    cv::split(source, sources);
    for (int i = 0; i < 3; i++)
        if (cv::norm(results[i], channels[i], cv::NORM_INF) > 1)
            return testing::AssertionFailure() << "channel " << i << " is not that of a Mat";
    if (cv::norm(results[3], sources[3], cv::NORM_INF) != 0)
        return testing::AssertionFailure() << "alpha is not that of the source";
    return testing::AssertionSuccess();
}

//! Whether the frame has the colour that indicates a fault.
bool statesFault(const cv::Mat& frame)
{
    return cv::norm(frame, cv::Mat(frame.size(), frame.type(), cv::Scalar(255, 0, 255, 255)), cv::NORM_INF) == 0;
}

TEST(Clconv_Frei0r, describesItselfAndItsParameters)
{
    f0r_plugin_info_t info = {};
    CALL(f0r_get_plugin_info)(&info);
    EXPECT_STREQ("clconv", info.name);
    EXPECT_EQ(F0R_PLUGIN_TYPE_FILTER, info.plugin_type);
    EXPECT_EQ(F0R_COLOR_MODEL_RGBA8888, info.color_model);
    EXPECT_EQ(FREI0R_MAJOR_VERSION, info.frei0r_version);
    ASSERT_EQ(3, info.num_params);
    const std::pair<const char*, int> expected[] = {
        {"filter", F0R_PARAM_STRING}, {"size", F0R_PARAM_DOUBLE}, {"kernel-file", F0R_PARAM_STRING}};
    for (int i = 0; i < info.num_params; i++)
    {
        f0r_param_info_t parameter = {};
        CALL(f0r_get_param_info)(&parameter, i);
        EXPECT_STREQ(expected[i].first, parameter.name);
        EXPECT_EQ(expected[i].second, parameter.type);
    }
    f0r_param_info_t filter = {};
    CALL(f0r_get_param_info)(&filter, filterIndex);
    for (const std::string& name : samples::settingsNames())
        EXPECT_NE(std::string::npos, std::string(filter.explanation).find(" " + name)) << name;
}

TEST(Clconv_Frei0r, sharpensWithoutParameters)
{
    Effect effect(cv::Size(64, 32));
    EXPECT_EQ("sharpen", effect.text(filterIndex));
    EXPECT_EQ(0, effect.number(sizeIndex));
    EXPECT_EQ("", effect.text(kernelFileIndex));
    const cv::Mat source = randomFrame(cv::Size(64, 32));
    EXPECT_TRUE(isFiltered(effect.play(source), source, samples::makeFilter("sharpen", 0)));
}

TEST(Clconv_Frei0r, filtersColoursByEachNameAndKeepsAlpha)
{
    for (cv::Size size : {cv::Size(64, 32), cv::Size(33, 17), cv::Size(8, 8), cv::Size(1, 1)})
    {
        Effect effect(size);
        const cv::Mat source = randomFrame(size);
        for (const std::string& name : samples::filterNames())
        {
            effect.set(filterIndex, name);
            EXPECT_EQ(name, effect.text(filterIndex));
            EXPECT_TRUE(isFiltered(effect.play(source), source, samples::makeFilter(name, 0))) << name << " " << size;
        }
    }
}

TEST(Clconv_Frei0r, theSizeIsAPartOf255)
{
    const cv::Mat source = randomFrame(cv::Size(64, 32));
    Effect effect(source.size());
    for (const auto& size : {std::make_pair(7 / 255., 7), std::make_pair(.05, 13), std::make_pair(-1., 0),
                             std::make_pair(std::nan(""), 0), std::make_pair(7., 255)})
    {
        effect.set(filterIndex, "blur");
        effect.set(sizeIndex, size.first);
        EXPECT_TRUE(isFiltered(effect.play(source), source, samples::makeFilter("blur", size.second))) << size.first;
    }
    effect.set(sizeIndex, 9 / 255.);
    effect.set(filterIndex, "gabor");
    const Filter gabor = {"", programs::coefficientsOf("gabor", cv::Size(9, 9))};
    EXPECT_TRUE(isFiltered(effect.play(source), source, gabor));
}

TEST(Clconv_Frei0r, aListOfNamesIsAChain)
{
    const cv::Mat source = randomFrame(cv::Size(64, 32));
    Effect chain(source.size()), one(source.size());
    chain.set(filterIndex, "blur,sharpen,edges");
    cv::Mat expected = source;
    for (const char* name : {"blur", "sharpen", "edges"})
    {
        one.set(filterIndex, name);
        expected = one.play(expected);
    }
    EXPECT_EQ(0, cv::norm(expected, chain.play(source), cv::NORM_INF));
}

TEST(Clconv_Frei0r, aKernelFileTakesThePlaceOfNames)
{
    const std::string file = testing::TempDir() + "clconv_frei0r_kernel.json";
    std::ofstream(file) << R"({"kernel": [[1, 0, -1, 0], [0, 2, 0, -1]], "anchor": [3, 0], "delta": 20.5})";
    const cv::Mat source = randomFrame(cv::Size(64, 32));
    Effect effect(source.size());
    effect.set(kernelFileIndex, file);
    EXPECT_EQ(file, effect.text(kernelFileIndex));
    effect.set(filterIndex, "edges");
    EXPECT_TRUE(isFiltered(effect.play(source), source, samples::readKernelFile(file)));
    effect.set(kernelFileIndex, "");
    EXPECT_TRUE(isFiltered(effect.play(source), source, samples::makeFilter("edges", 0)));
}

TEST(Clconv_Frei0r, whatIsWrongIsLoggedOnceAndFramesHaveOneColour)
{
    struct
    {
        int index;
        const char* text;
        const char* words;
    } const faults[] = {{filterIndex, "bluer", "unknown filter 'bluer', see the description of 'filter'"},
                        {filterIndex, "", "an empty name in the list of filters ''"},
                        {kernelFileIndex, "/nonexistent/kernel.yml", "no such kernel file: /nonexistent/kernel.yml"}};
    const cv::Mat source = randomFrame(cv::Size(64, 32));
    Effect effect(source.size());
    for (const auto& fault : faults)
    {
        std::ostringstream log;
        std::streambuf* const before = std::cerr.rdbuf(log.rdbuf());
        effect.set(fault.index, fault.text);
        const cv::Mat first = effect.play(source), second = effect.play(source);
        std::cerr.rdbuf(before);
        const std::string text = log.str();
        EXPECT_TRUE(statesFault(first) && statesFault(second)) << fault.words;
        const size_t at = text.find(std::string("clconv: ") + fault.words + "\n");
        ASSERT_NE(std::string::npos, at) << text;
        EXPECT_EQ(std::string::npos, text.find("clconv: ", at + 1)) << text;
        effect.set(kernelFileIndex, "");
        effect.set(filterIndex, "blur");
        EXPECT_TRUE(isFiltered(effect.play(source), source, samples::makeFilter("blur", 0)));
    }
}

//! Plays a frame repeatedly in a thread; sets @p right to false if a result is wrong.
std::thread player(Effect& effect, int seed, const char* name, bool& right)
{
    const cv::Mat source = randomFrame(cv::Size(64, 32), seed);
    effect.set(filterIndex, std::string(name));
    effect.play(source); // builds the programs before threads use them
    return std::thread(
        [=, &effect, &right]
        {
            for (int frame = 0; frame < 50; frame++)
                right = right && isFiltered(effect.play(source), source, samples::makeFilter(name, 0));
        });
}

TEST(Clconv_Frei0r, instancesRunInThreadsOfTheirOwn)
{
    Effect blur(cv::Size(64, 32)), edges(cv::Size(64, 32));
    bool right[] = {true, true};
    std::thread first = player(blur, 1, "blur", right[0]), second = player(edges, 2, "edges", right[1]);
    first.join();
    second.join();
    EXPECT_TRUE(right[0]);
    EXPECT_TRUE(right[1]);
}

TEST(Clconv_Frei0r, oneInstanceRunsInSeveralThreads)
{
    Effect blur(cv::Size(64, 32));
    bool right[] = {true, true};
    std::thread first = player(blur, 1, "blur", right[0]), second = player(blur, 2, "blur", right[1]);
    first.join();
    second.join();
    EXPECT_TRUE(right[0]);
    EXPECT_TRUE(right[1]);
}

} // namespace

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    return clconv_test::chooseDevice() && CALL(f0r_init)() ? RUN_ALL_TESTS() : 1;
}
