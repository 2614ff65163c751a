// SPDX-License-Identifier: Apache-2.0
//
// Taps scaled for denormal operands: products must equal those of the converted integers.

#include "support/test_precomp.hpp"

#include "coefficients/denorm_scaling.hpp"

#include <cfloat>
#include <cmath>
#include <limits>

namespace opencv_test { namespace {

//! A kernel's arithmetic on denormal operands, in double, in which products of floats are exact.
TEST(Clconv_DenormScaling, giveTheSameProductsWithBitsOfIntegers)
{
    RNG rng(7);
    for (int bits : {8, 16})
        for (int exponent : {-110, -60, -20, 0, 20, 100})
        {
            std::vector<float> taps;
            for (int i = 0; i < 9; i++)
                taps.push_back(std::ldexp(rng.uniform(-1.f, 1.f), exponent));
            taps.push_back(0);
            const std::vector<float> denormTaps = clconv::denormTaps(taps, bits);
            ASSERT_EQ(taps.size() + 1, denormTaps.size());
            const float back = denormTaps.back();
            EXPECT_TRUE(std::isnormal(back));
            for (int value : {0, 1, 127, 128, (1 << bits) - 1})
            {
                Cv32suf number;
                number.u = unsigned(value) << (24 - bits);
                for (size_t i = 0; i < taps.size(); i++)
                {
                    const float sum = number.f * denormTaps[i]; // normal, so that no bits are lost
                    EXPECT_TRUE(sum == 0 || std::isnormal(sum)) << bits << ' ' << exponent << ' ' << sum;
                    EXPECT_NEAR(double(value) * double(taps[i]), double(sum) * double(back),
                                std::abs(double(value) * double(taps[i])) * FLT_EPSILON / 2);
                }
            }
        }
}

//! Scaled taps must stay finite, because an infinite tap times a zero pixel is a NaN.
TEST(Clconv_DenormScaling, stayFiniteWhereTheTapsAre)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> taps = {FLT_MAX, -FLT_MAX, 1, infinity, 0};
    for (int bits : {8, 16})
    {
        const std::vector<float> denormTaps = clconv::denormTaps(taps, bits);
        ASSERT_EQ(taps.size() + 1, denormTaps.size());
        EXPECT_EQ(FLT_MAX, denormTaps[0]);
        EXPECT_EQ(-FLT_MAX, denormTaps[1]);
        EXPECT_TRUE(std::isnormal(denormTaps[2]));
        EXPECT_EQ(infinity, denormTaps[3]);
        EXPECT_EQ(0, denormTaps[4]);
        EXPECT_TRUE(std::isnormal(denormTaps[5]));
    }
}

TEST(Clconv_DenormScaling, factorsGiveTheSameProducts)
{
    const std::vector<float> factors = {0.25f, -3, 1e-3f, 7, 0, 1e5f, -2}; // three columns, four rows
    for (int bits : {8, 16})
    {
        const std::vector<float> denormTaps = clconv::denormFactors(factors, 3, bits);
        ASSERT_EQ(factors.size(), denormTaps.size());
        Cv32suf one;
        one.u = 1u << (24 - bits);
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 3; j < 7; j++)
                EXPECT_EQ(double(factors[i]) * double(factors[j]),
                          double(one.f * denormTaps[j]) * double(denormTaps[i]))
                    << i << ' ' << j;
    }
}

}} // namespace opencv_test
