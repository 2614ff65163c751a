// SPDX-License-Identifier: Apache-2.0
//
// Invalid properties of the element `clconv`: each gives one error on the bus, in a sentence, at the start or while
// playing. Also the main function of the program.

#include "player.hpp"
#include "support/device.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clconv_test;

const std::string settingsError = cv::format(" [gst-library-error-quark %d]", GST_LIBRARY_ERROR_SETTINGS);
const std::string fileError = cv::format(" [gst-resource-error-quark %d]", GST_RESOURCE_ERROR_OPEN_READ);
const std::string deviceError = cv::format(" [gst-resource-error-quark %d]", GST_RESOURCE_ERROR_NOT_FOUND);

const std::string formatError = cv::format(" [gst-core-error-quark %d]", GST_CORE_ERROR_NEGOTIATION);

struct Wrong
{
    const char* property;
    const char* value;
    std::string error;
};

const std::vector<Wrong>& wrongFilters()
{
    static const std::vector<Wrong> all = {
        {"filter", "bluer", "unknown filter 'bluer', see the description of 'filter'" + settingsError},
        {"filter", "blur,2", "unknown filter '2', see the description of 'filter'" + settingsError},
        {"filter", "blur,,edges", "an empty name in the list of filters 'blur,,edges'" + settingsError},
        {"filter", "", "an empty name in the list of filters ''" + settingsError},
        {"kernel", "1 2; 3", "kernel: row 2 has 1 numbers, the rows above have 2" + settingsError},
        {"kernel", "1 two", "kernel: 'two' is not a finite number" + settingsError},
        {"kernel", "1 2.5.1", "kernel: '2.5.1' is not a finite number" + settingsError},
        {"kernel", "1 1e999", "kernel: '1e999' is not a finite number" + settingsError},
        {"kernel", "nan", "kernel: 'nan' is not a finite number" + settingsError},
        {"kernel", " ; ,", "kernel: there is no number in it" + settingsError},
        {"kernel-file", "/nonexistent/kernel.yml", "no such kernel file: /nonexistent/kernel.yml" + fileError},
        {"kernel-file", "/dev/null", "kernel file /dev/null: it cannot be read, or is empty" + fileError},
    };
    return all;
}

TEST(Clconv_Gstreamer_Errors, badFilterEndsTheStart)
{
    for (const Wrong& wrong : wrongFilters())
    {
        Player player(std::string(wrong.property) + "=\"" + wrong.value + "\"");
        EXPECT_EQ(wrong.error, player.error());
    }
}

TEST(Clconv_Gstreamer_Errors, badFilterEndsPlayingAndNoFramePasses)
{
    for (const Wrong& wrong : wrongFilters())
    {
        const Planes source = randomPlanes("GRAY8", cv::Size(33, 17));
        Player player;
        ASSERT_EQ(1u, player.play("GRAY8", source).size());
        player.set(wrong.property, wrong.value);
        for (int i = 0; i < 2; i++)
        {
            EXPECT_TRUE(player.play("GRAY8", source).empty()) << wrong.error;
            EXPECT_EQ(wrong.error, player.error());
        }
        player.set("filter", "blur");
        EXPECT_EQ(1u, player.play("GRAY8", source).size());
        EXPECT_EQ("", player.error());
    }
}

TEST(Clconv_Gstreamer_Errors, sizeThatAFilterDoesNotHaveEndsTheStart)
{
    Player player("filter=log size=2");
    EXPECT_EQ("'log' begins at 3x3" + settingsError, player.error());
}

TEST(Clconv_Gstreamer_Errors, formatsThatAreNotFilteredAreRefusedByTheirNames)
{
    for (const char* format :
         {"ARGB64", "RGBA64_LE", "GRAY16_BE", "P010_10LE", "I420_10LE", "YUY2", "UYVY", "ARGB", "Y444", "NV16"})
    {
        Player player;
        EXPECT_TRUE(player.play(format, randomPlanes(format, cv::Size(32, 16))).empty()) << format;
        EXPECT_EQ(format +
                      std::string(" is not filtered, only GRAY8, BGR, RGB, BGRx, RGBx, BGRA, RGBA, I420, YV12, "
                                  "NV12, NV21, Y42B, GRAY16_LE in system memory: put videoconvert in front") +
                      formatError,
                  player.error());
    }
}

TEST(Clconv_Gstreamer_Errors, wordsAtOddAddressesAreRefused)
{
    const Planes source = randomPlanes("GRAY16_LE", cv::Size(33, 17));
    Player player;
    EXPECT_TRUE(player.play("GRAY16_LE", source, 1).empty());
    EXPECT_EQ("rows of 16-bit pixels begin at odd addresses" + settingsError, player.error());
    EXPECT_EQ(1u, player.play("GRAY16_LE", source, 2).size());
    EXPECT_EQ("", player.error());
}

TEST(Clconv_Gstreamer_Errors, missingDeviceEndsTheStart)
{
    for (const char* device : {"no platform has this name:GPU:", ":CPU:no device has this name", "::::"})
    {
        Player player(std::string("device=\"") + device + "\"");
        EXPECT_EQ("no OpenCL device matches '" + std::string(device) + "'" + deviceError, player.error());
        EXPECT_EQ("", player.text("device-in-use"));
    }
}

TEST(Clconv_Gstreamer_Errors, deviceByItsNameIsTheOneInUse)
{
    const std::string name = cv::ocl::Device::getDefault().name();
    Player player("device=\"::" + name + "\"");
    EXPECT_EQ("", player.error());
    EXPECT_EQ("", player.warning());
    EXPECT_NE(std::string::npos, player.text("device-in-use").find(name)) << player.text("device-in-use");
    const Planes source = randomPlanes("GRAY8", cv::Size(33, 17));
    EXPECT_EQ(1u, player.play("GRAY8", source).size());
}

} // namespace

int main(int argc, char** argv)
{
    gst_init(&argc, &argv);
    testing::InitGoogleTest(&argc, argv);
    GError* error = nullptr;
    if (!gst_plugin_load_file(CLCONV_GST_PLUGIN, &error))
    {
        std::cerr << error->message << "\n";
        return 1;
    }
    return clconv_test::chooseDevice() ? RUN_ALL_TESTS() : 1;
}
