// SPDX-License-Identifier: Apache-2.0
//
// The text of tuning entries and tables: what is parsed, and what is refused with which message.

#include "tuned.hpp"

#include <climits>

namespace opencv_test { namespace {

using clconv::DeviceClass;
using clconv::TuningEntry;

TuningEntry entryOf(const std::string& text)
{
    TuningEntry entry = TuningEntry();
    EXPECT_EQ("", clconv::readEntry(text, clconv::knownParameters(), entry)) << text;
    return entry;
}

TEST(Clconv_TuningEntry, hasSixFields)
{
    const TuningEntry entry =
        entryOf("device NVIDIA H200 | 8U-16S | 3..4 | 5..9x1 | separable | direct:PX=8,ROWS=4 # 9: 75.2 -> 70.1 us");
    EXPECT_EQ(DeviceClass::Device, entry.devices.level);
    EXPECT_EQ("NVIDIA H200", entry.devices.name);
    EXPECT_EQ(CV_8U, entry.problems.srcDepth);
    EXPECT_EQ(CV_16S, entry.problems.dstDepth);
    EXPECT_EQ(3, entry.problems.channels.min);
    EXPECT_EQ(4, entry.problems.channels.max);
    EXPECT_EQ(5, entry.problems.width.min);
    EXPECT_EQ(9, entry.problems.width.max);
    EXPECT_EQ(1, entry.problems.height.max);
    EXPECT_EQ(clconv::Structure::Separable, entry.problems.structure);
    EXPECT_EQ("direct", entry.implementation);
    EXPECT_EQ("PX=8 ROWS=4", textOf(entry.params));
    EXPECT_FALSE(entry.preferred);
}

TEST(Clconv_TuningEntry, readsWhatItWrites)
{
    static const char* const lines[] = {
        "device NVIDIA H200 | 8U | 1 | 3 | * | direct:PX=8",
        "device Graphics (R), 2 # of 3* | 8U-16S | 3..4 | 5..9x1 | dense | prefer local",
        "gpu NVIDIA* | *-8U | * | *x3..* | separable | prefer separable:PX=4,ROWS=8",
        "cpu AuthenticAMD | 64F-* | 5..* | 1..31 | * | cpu:BLOCK=512",
        "gpu | * | 1 | * | dense taps=10..30 align=1..8 fill=96..* | direct:PX=8,ROWS=6",
        "gpu | * | 3 | 3 | src=8 PX=8 waves=0..49 UNROLL=0 | direct:MAX_REGISTERS=96",
        "gpu NVIDIA* | * | 3 | 3 | compute=1..* fill=0 align=* | direct:PX=8",
        "gpu | * | 2 | 101..* | * | image:IMAGE_1D=0",
        "cpu | 32S | 1 | * | dense | reference:WG_X=16",
        "default | 16U | 1 | 3 | * | direct:PX=-8"};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
    {
        EXPECT_EQ(lines[i], clconv::toString(entryOf(lines[i])));
        EXPECT_EQ(lines[i], clconv::toString(entryOf(std::string("  ") + lines[i] + "\t# words | and more #")));
    }
}

TEST(Clconv_TuningEntry, reportsWhatItCannotRead)
{
    static const char* const lines[][2] = {
        {"default | 8U | 1 | 3 | direct:PX=8", "5 fields"},
        {"default | 8U | 1 | 3 | * | * | direct:PX=8", "7 fields"},
        {"NVIDIA H200 | 8U | 1 | 3 | * | direct:PX=8", "'NVIDIA H200' names no devices"},
        {"device | 8U | 1 | 3 | * | direct:PX=8", "'device' names no devices"},
        {"default all | 8U | 1 | 3 | * | direct:PX=8", "'default all' names no devices"},
        {" | 8U | 1 | 3 | * | direct:PX=8", "'' names no devices"},
        {"gpu | 8 | 1 | 3 | * | direct:PX=8", "'8' is no depth"},
        {"gpu | 8U- | 1 | 3 | * | direct:PX=8", "'8U-' is no depth"},
        {"gpu | 8U-16S-32F | 1 | 3 | * | direct:PX=8", "is no depth"},
        {"gpu | 8U | 0 | 3 | * | direct:PX=8", "'0' is no number of channels"},
        {"gpu | 8U | 4..3 | 3 | * | direct:PX=8", "'4..3' is no number of channels"},
        {"gpu | 8U | 3.. | 3 | * | direct:PX=8", "'3..' is no number of channels"},
        {"gpu | 8U | 1 | 3x | * | direct:PX=8", "'3x' is no filter size"},
        {"gpu | 8U | 1 | 3x3x3 | * | direct:PX=8", "'3x3x3' is no filter size"},
        {"gpu | 8U | 1 | -3 | * | direct:PX=8", "'-3' is no filter size"},
        {"gpu | 8U | 1 | 99999999999 | * | direct:PX=8", "is no filter size"},
        {"gpu | 8U | 1 | 3 | full | direct:PX=8", "'full' is neither"},
        {"gpu | 8U | 1 | 3 | taps=9..3 | direct:PX=8", "'taps=9..3' is neither"},
        {"gpu | 8U | 1 | 3 | taps= | direct:PX=8", "'taps=' is neither"},
        {"gpu | 8U | 1 | 3 | weight=3 | direct:PX=8", "'weight' is neither a quantity nor a parameter"},
        {"gpu | 8U | 1 | 3 | FILTERS=3 | local:PX=8", "'FILTERS' is neither a quantity nor a parameter"},
        {"gpu | 8U | 1 | 3 | waves=0..49 | prefer direct:WG_X=32", "'waves' is decided after"},
        {"gpu | 8U | 1 | 3 | PX=4 | prefer direct", "'PX' is decided after"},
        {"gpu | 8U | 1 | 3 | * | ", "no implementation ''"},
        {"gpu | 8U | 1 | 3 | * | fourier:PX=8", "no implementation 'fourier'"},
        {"gpu | 8U | 1 | 3 | * | prefer", "no implementation ''"},
        {"gpu | 8U | 1 | 3 | * | direct", "neither parameters nor preference"},
        {"gpu | 8U | 1 | 3 | * | direct:PX", "'PX' in 'direct:PX' is not PARAM=number"},
        {"gpu | 8U | 1 | 3 | * | direct:PX=8,COLOUR=3", "'direct' has no parameter COLOUR"},
        {"gpu | 8U | 1 | 3 | * | prefer local:UNROLL=1", "'local' has no parameter UNROLL"}};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
    {
        TuningEntry entry = TuningEntry();
        const std::string words = clconv::readEntry(lines[i][0], clconv::knownParameters(), entry);
        EXPECT_NE(std::string::npos, words.find(lines[i][1])) << lines[i][0] << ": " << words;
    }
}

TEST(Clconv_TuningEntry, holdsForItsDevicesAlone)
{
    static const char* const devices[] = {"device NVIDIA GeForce RTX 3080",
                                          "device NVIDIA*",
                                          "gpu NVIDIA Corporation",
                                          "gpu NVIDIA*",
                                          "gpu",
                                          "default",
                                          "device *"};
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
    {
        const TuningEntry entry = entryOf(std::string(devices[i]) + " | * | * | * | * | direct:PX=8");
        EXPECT_TRUE(entry.devices.holds(nvidiaCard())) << devices[i];
        const bool all = i >= 5;
        EXPECT_EQ(all, entry.devices.holds(cpuDevice())) << devices[i];
        EXPECT_EQ(all || i == 4, entry.devices.holds(intelGraphics())) << devices[i];
    }
    EXPECT_FALSE(entryOf("cpu NVIDIA* | * | * | * | * | direct:PX=8").devices.holds(nvidiaCard()));
    EXPECT_FALSE(entryOf("device NVIDIA GeForce | * | * | * | * | direct:PX=8").devices.holds(nvidiaCard()));
    EXPECT_TRUE(entryOf("cpu AuthenticAMD | * | * | * | * | direct:PX=8").devices.holds(cpuDevice()));
    clconv::DeviceTraits blank = cpuDevice();
    blank.name = "  some processor ";
    EXPECT_TRUE(clconv::onlyDevice(blank).holds(blank));
}

TEST(Clconv_TuningEntry, holdsForItsProblemsAlone)
{
    const TuningEntry entry = entryOf("gpu | 8U-16S | 3..4 | 5..9x1..3 | dense | direct:PX=8");
    clconv::Problem problem = problemOf(CV_8U, CV_16S, 3, Size(5, 3));
    EXPECT_TRUE(entry.problems.holds(problem));
    problem.rank = 1;
    EXPECT_FALSE(entry.problems.holds(problem));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_8U, 3, Size(5, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_16U, CV_16S, 3, Size(5, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_16S, 2, Size(5, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_16S, 5, Size(5, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_16S, 4, Size(4, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_16S, 4, Size(10, 3))));
    EXPECT_FALSE(entry.problems.holds(problemOf(CV_8U, CV_16S, 4, Size(9, 4))));
    EXPECT_TRUE(entry.problems.holds(problemOf(CV_8U, CV_16S, 4, Size(9, 1))));
}

const std::string line = "default | 8U | 1 | 3 | * | direct:PX=8", good = line + "\n";

TEST(Clconv_TuningTable, takesCommentsAndEitherEndOfLine)
{
    const clconv::TuningTable table = clconv::parseTuning(
        "clconv tuning 1\r\n# words\r\n\r\n  # words\r\n  " + good + "\nend\r\n# more", "t", clconv::knownParameters());
    EXPECT_EQ("", table.error);
    ASSERT_EQ(1u, table.entries.size());
    EXPECT_EQ("t:5", table.entries[0].source);
}

TEST(Clconv_TuningTable, namesTheLineThatIsWrong)
{
    const std::string head = "clconv tuning 1\n";
    const std::pair<std::string, std::string> texts[] = {
        {"", "t:1: no tuning table"},
        {"\n" + head + good + "end\n", "t:1: no tuning table"},
        {"size,type,ksize\n1920x1080,8UC1,3\n", "t:1: no tuning table"},
        {"clconv tuning 2\n" + good + "end\n", "t:1: its format is version '2', not 1"},
        {"clconv tuning 10\n" + good + "end\n", "t:1: its format is version '10', not 1"},
        {head + good + "default | 8U\nend\n", "t:3: it has 2 fields"},
        {head + "# words\n\n" + good + good + "what is this\nend\n", "t:6: it has 1 fields"},
        {head + good, "t:2: it stops without its last line, 'end'"},
        {head, "t:1: it stops without"},
        {head + good + "end\n\n" + good, "t:5: something follows its 'end'"},
        {head + good + "end\nend\n", "t:4: something follows its 'end'"}};
    for (const auto& text : texts)
    {
        const clconv::TuningTable table = clconv::parseTuning(text.first, "t", clconv::knownParameters());
        EXPECT_EQ(0u, table.error.find(text.second)) << text.first << ": " << table.error;
        EXPECT_TRUE(table.entries.empty()) << text.first;
    }
}

TEST(Clconv_TuningTable, isRefusedWhereverItIsCut)
{
    const std::string text = "clconv tuning 1\n" + good + "# words\n" + good + "end\n";
    EXPECT_EQ("", clconv::parseTuning(text, "t", clconv::knownParameters()).error);
    for (size_t length = 0; length + 1 < text.size(); length++)
        EXPECT_NE("", clconv::parseTuning(text.substr(0, length), "t", clconv::knownParameters()).error)
            << text.substr(0, length);
}

TEST(Clconv_TuningTable, readsWhatItWrites)
{
    const std::vector<TuningEntry> entries(2, entryOf(line));
    const std::string text = clconv::tableText({"a head", "of two lines"}, entries, {"3: 2.0 -> 1.0 us", "| #"});
    const clconv::TuningTable table = clconv::parseTuning(text, "t", clconv::knownParameters());
    EXPECT_EQ("", table.error);
    ASSERT_EQ(2u, table.entries.size());
    EXPECT_EQ("t:5", table.entries[1].source);
    EXPECT_EQ(clconv::toString(entries[1]), clconv::toString(table.entries[1]));
}

}} // namespace opencv_test
