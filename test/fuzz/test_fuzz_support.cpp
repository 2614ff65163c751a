// SPDX-License-Identifier: Apache-2.0
//
// Parts of the fuzz program: calls as text, and shrinking.

#include "support/test_precomp.hpp"

#include "support/fuzz/call_text.hpp"
#include "support/fuzz/random_call.hpp"
#include "support/fuzz/shrink.hpp"

namespace opencv_test { namespace {

FilterCase callNumber(int number)
{
    RNG rng(unsigned(number + 1));
    const FilterCase shape = randomShape(false, number, rng);
    return randomCall(shape, false, rng);
}

TEST(Clconv_Fuzz, readsCallsAsItWritesThem)
{
    for (int i = 0; i < 300; i++)
    {
        const std::string text = toText(callNumber(i));
        EXPECT_EQ(text, toText(fromText(text)));
        EXPECT_EQ(describe(callNumber(i)), describe(fromText(text)));
    }
}

TEST(Clconv_Fuzz, drawsKernelsAsLongAsRequested)
{
    for (int requested : {0, 101})
    {
        int longest = 0;
        for (int i = 0; i < 300; i++)
        {
            RNG rng(unsigned(i + 1));
            const Size size = randomShape(false, i, rng, requested).kernelSize();
            longest = std::max({longest, size.width, size.height});
        }
        EXPECT_EQ(requested ? requested : 45, longest);
    }
}

TEST(Clconv_Fuzz, repeatsTheResultOfACallAsText)
{
    for (int i = 0; i < 3; i++)
        EXPECT_TRUE(isRight(fromText(toText(callNumber(i)))));
}

TEST(Clconv_Fuzz, refusesTextThatIsNoCall)
{
    for (const char* text : {"", "src=8UC1", "kernel=32F:2x2:1,2,3", "kernel=32F:1x1:1 border=ROUND", "kernel",
                             "color=1", "kernel=32F:1x1:x", "kernel=9U:1x1:1"})
        EXPECT_THROW(fromText(text), std::runtime_error) << text;
}

TEST(Clconv_Fuzz, shrinksToTheArgumentsThatFail)
{
    const auto fails = [](const FilterCase& f)
    { return f.size.width >= 3 && f.kernelSize().height >= 2 && f.border == BORDER_REPLICATE; };
    int failing = 0;
    for (int i = 0; i < 200; i++)
    {
        const FilterCase call = callNumber(i);
        if (!fails(call))
            continue;
        failing++;
        const FilterCase small = shrunk(call, fails);
        EXPECT_EQ(Size(3, 1), small.size) << toText(call);
        EXPECT_EQ(Size(1, 2), small.kernelSize()) << toText(call);
        EXPECT_EQ(BORDER_REPLICATE, small.border);
        EXPECT_TRUE(small.force.empty() && small.otherKernels.empty() && small.delta == 0);
    }
    EXPECT_GT(failing, 5);
}

TEST(Clconv_Fuzz, stopsShrinkingAfterItsAttempts)
{
    int calls = 0;
    shrunk(
        callNumber(3), [&calls](const FilterCase&) { return ++calls > 0; }, 5);
    EXPECT_EQ(5, calls);
}

}} // namespace opencv_test
