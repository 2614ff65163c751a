// SPDX-License-Identifier: Apache-2.0
//
// The values that planning uses: forced texts, build options, descriptions of calls, and every parameter of every
// implementation.

#include "support/fake_devices.hpp"
#include "cases/variants.hpp"
#include "implementations/parameters.hpp"

#include <algorithm>
#include <set>

namespace opencv_test { namespace {

TEST(Clconv_Params, readsNameAndNumbers)
{
    const clconv::Force force = clconv::parseForce("local:PX=2,PY=1");
    EXPECT_EQ("local", force.name);
    EXPECT_EQ("local:PX=2,PY=1", force.text);
    EXPECT_EQ("", force.error);
    ASSERT_EQ(2u, force.params.size());
    EXPECT_EQ("PX=2 PY=1", textOf(force.params));
}

TEST(Clconv_Params, readsANameAlone)
{
    EXPECT_EQ("cpu", clconv::parseForce("cpu").name);
    EXPECT_TRUE(clconv::parseForce("cpu").params.empty());
    EXPECT_FALSE(clconv::parseForce("cpu").empty());
    EXPECT_TRUE(clconv::parseForce("").empty());
    EXPECT_EQ("", textOf(clconv::Params()));
}

TEST(Clconv_Params, reportsWhatItCannotRead)
{
    for (const char* text :
         {"local:PX", "local:PX=", "local:PX=two", "local:PX=2x", "local:=2", "local:PX=1,,PY=2",
          "local:PX=99999999999999999999", "local:PX=2;PY=2", "local:PX=0x10", "local:PX=1.5", "local:PX= "})
        EXPECT_NE("", clconv::parseForce(text).error) << text;
}

TEST(Clconv_Params, readsNumbersToTheirEnd)
{
    EXPECT_NE("", clconv::parseForce(std::string("direct:PX=8\0ROWS", 16)).error);
}

TEST(Clconv_Params, scopesNestAndEnd)
{
    const UMat src(9, 9, CV_8UC1, Scalar(1));
    UMat dst;
    const Mat kernel = Mat::ones(3, 3, CV_32F);
    clconv::filter2D(src, dst, -1, kernel);
    const std::string chosen = clconv::lastImplementation();
    {
        clconv::ForceScope outer("reference");
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_EQ("reference", clconv::lastImplementation());
        {
            clconv::ForceScope inner("direct");
            clconv::filter2D(src, dst, -1, kernel);
            EXPECT_EQ("direct", clconv::lastImplementation());
        }
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_EQ("reference", clconv::lastImplementation());
    }
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_EQ(chosen, clconv::lastImplementation());
}

TEST(Clconv_BuildOptions, areSortedByName)
{
    clconv::BuildOptions a, b;
    a.define("ZEBRA", 1).define("ANT", "x").define("MOUSE", -3);
    b.define("MOUSE", -3).define("ZEBRA", 1).define("ANT", "x");
    EXPECT_EQ(a.text(), b.text());
    EXPECT_LT(a.text().find("ANT=x"), a.text().find("MOUSE=-3"));
    EXPECT_LT(a.text().find("MOUSE=-3"), a.text().find("ZEBRA=1"));
}

TEST(Clconv_BuildOptions, nameTypes)
{
    static const char* const types[] = {"uchar", "char", "ushort", "short", "int", "float", "double"};
    ASSERT_EQ(sizeof(types) / sizeof(types[0]), depths().size());
    for (size_t i = 0; i < depths().size(); i++)
        EXPECT_EQ(types[i], clconv::typeName(depths()[i]));
}

//! Whether a program contains a macro; the next character must not belong to a longer name.
bool namesMacro(const std::string& program, const std::string& macro)
{
    for (size_t at = program.find(macro); at != std::string::npos; at = program.find(macro, at + 1))
        if (program.find_first_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", at + macro.size()) != at + macro.size())
            return true;
    return false;
}

//! border.cl would compute a border without a branch there as BORDER_REFLECT_101.
TEST(Clconv_BuildOptions, nameBordersAsTheKernelsDo)
{
    const std::string program = cv::ocl::clconv::reference_oclsrc.programCode;
    EXPECT_FALSE(namesMacro(program, "BORDER_TRANSPARENT"));
    for (int border : borderTypes())
        EXPECT_TRUE(namesMacro(program, "BORDER_" + borderName(border))) << borderName(border);
}

//! Only the depths that the tests enumerate have names, and CV_16F, which Mats do not have (test/half); each border of
//! cv::filter2D has one.
TEST(Clconv_Lists, holdEveryDepthAndBorderOnce)
{
    for (int number = -2; number < 2 * BORDER_ISOLATED; number++)
    {
        const bool depth = clconv::isKnownDepth(number), border = clconv::isKnownBorder(number);
        EXPECT_EQ(depth && number != CV_16F, std::count(depths().begin(), depths().end(), number) == 1) << number;
        EXPECT_EQ(number >= BORDER_CONSTANT && number <= BORDER_REFLECT_101, border) << number;
        EXPECT_EQ(border ? 1 : 0, std::count(borderTypes().begin(), borderTypes().end(), number)) << number;
        EXPECT_EQ(depth, !clconv::typeName(number).empty()) << number;
        EXPECT_EQ(border, !borderName(number).empty()) << number;
    }
}

//! A filter that all implementations support: an outer product of integers that half floats hold and transforms keep
//! exact; for box implementations a box.
Mat filterFor(const clconv::Implementation& impl)
{
    if (impl.name == std::string("cpu_box"))
        return Mat::ones(3, 7, CV_64F);
    return Mat_<double>({3, 1}, {1, 3, -2}) * Mat_<double>({1, 7}, {1, -2, 4, 5, 3, -1, 2});
}

//! @returns the problem of problemFor, with what follows from the filter of filterFor
clconv::Problem problemForAll(const Launches& launches)
{
    const Mat filter = filterFor(*launches.impl);
    const clconv::Layout layout = {CV_8UC1, Size(67, 45), Size(67, 45), Point(), 0, 0};
    const clconv::Problem described =
        clconv::describe(layout, layout, filter.size(), Point(), BORDER_REPLICATE, clconv::analyse(filter, CV_32F))
            .problem;
    clconv::Problem problem = problemFor(launches, CV_8U, CV_8U, filter.size(), layout.size);
    problem.border = BORDER_REPLICATE;
    problem.rank = described.rank;
    problem.fourier = described.fourier;
    problem.slices = described.slices;
    problem.halfParts = described.halfParts;
    return problem;
}

//! Otherwise the tests of parameters would run another implementation on the devices that this one is for.
TEST(Clconv_ParameterFilter, isOneThatEveryImplementationTakes)
{
    for (const Launches& launches : allLaunches())
    {
        const clconv::Implementation* const impl = launches.impl;
        const clconv::Problem problem = problemForAll(launches);
        const auto supported = [&](const clconv::DeviceTraits& device)
        { return impl->unsupported(problem, device, impl->defaults(problem, device)).empty(); };
        const std::vector<clconv::DeviceTraits> devices = fakeDevices();
        EXPECT_TRUE(std::any_of(devices.begin(), devices.end(), supported)) << impl->name;
    }
    const clconv::Problem problem = problemForAll({clconv::implementationOf("separable_mma"), 1});
    for (int warps : {1, 2, 3, 7, 8, 12})
    {
        const std::string force = cv::format("separable_mma:WG_Y=%d", warps);
        EXPECT_EQ("separable_mma", nameOf(clconv::makePlan(problem, h200(), clconv::parseForce(force)))) << force;
    }
}

//! Runs a small image with one parameter set to each value that the implementation supports.
void expectEveryValueRight(const clconv::Implementation& impl, const std::string& name)
{
    static const int values[] = {0, 1, 2, 3, 7, 8, 12, 64};
    const clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    clconv::Problem problem = problemForAll({&impl, 1});
    if (std::string("image") == impl.name && !traits.imageFormats.has(CV_8U, 1)) // PoCL 7 has only four channels
        problem.channels = 4;
    int tried = 0;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
    {
        clconv::Decisions decisions;
        if (!clconv::complete(impl, problem, traits, {{name, values[i]}}, clconv::Tuning(), decisions).empty())
            continue;
        FilterCase filterCase;
        filterCase.srcType = CV_8UC(problem.channels);
        filterCase.kernel = filterFor(impl);
        filterCase.border = BORDER_REPLICATE;
        filterCase.force = std::string(impl.name) + ":" + name + "=" + cv::format("%d", values[i]);
        const std::vector<FilterCase> all = layouts(filterCase, 7);
        for (size_t j = 0; j < all.size(); j++)
            EXPECT_TRUE(isRight(all[j], impl.name));
        tried++;
    }
    EXPECT_GT(tried, 0) << impl.name << ' ' << name;
}

class Clconv_Parameters : public testing::TestWithParam<size_t>
{
};

TEST_P(Clconv_Parameters, doNotChangeTheResult)
{
    const clconv::Implementation& impl = *clconv::implementations()[GetParam()];
    const clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    const clconv::Params params = impl.defaults(problemForAll({&impl, 1}), traits);
    if (!isForThisDevice(variantOf(impl.name)))
        CLCONV_SKIP("it is for other devices");
    for (clconv::Params::const_iterator it = params.begin(); it != params.end(); ++it)
        expectEveryValueRight(impl, it->first);
}

CLCONV_INSTANTIATE(Implementation, Clconv_Parameters, testing::Range(size_t(0), clconv::implementations().size()));

//! For implementations that share device code (register_tile.cl, line.cl), several parameters at a time.
TEST(Clconv_SharedCodeParameters, doNotChangeTheResult)
{
    static const char* const sets[] = {"direct:FILTERS=2,PX=1,ROWS=3,WG_X=5,WG_Y=3",
                                       "direct:FILTERS=3,PX=4,VEC=2,ROWS=1,TAPS_PER_CHUNK=2,UNROLL=0",
                                       "cpu:FILTERS=3,ROWS=1,VECTORS=1,BLOCK=16,IN_PLACE=1",
                                       "cpu:FILTERS=2,ROWS=2,VECTORS=1,BLOCK=32,STEPS=1",
                                       "specialized:PX=1,ROWS=3,WG_X=5,WG_Y=3",
                                       "specialized:PX=8,VEC=2,ROWS=1",
                                       "cpu_specialized:ROWS=3,VECTORS=1,BLOCK=16",
                                       "cpu_specialized:ROWS=1,VECTORS=3,BLOCK=48,STEPS=1"};
    for (const char* set : sets)
    {
        const clconv::Force force = clconv::parseForce(set);
        Variant variant = variantOf(set);
        variant.otherKernels = force.params.count("FILTERS") ? force.params.at("FILTERS") - 1 : 0;
        expectRight(variant, caseFor(variant, CV_8UC1, CV_8U, Size(5, 3), BORDER_REPLICATE), 7);
    }
}

//! Each name is declared once, and some implementation has it.
TEST(Clconv_ParameterList, isDeclaredOnceAndUsed)
{
    std::set<std::string> used, declared;
    for (const auto& implementation : clconv::knownParameters())
        used.insert(implementation.second.begin(), implementation.second.end());
    for (const clconv::Parameter& parameter : clconv::parameters())
    {
        EXPECT_TRUE(declared.insert(parameter.name).second) << parameter.name;
        EXPECT_STRNE("", parameter.meaning) << parameter.name;
    }
    EXPECT_EQ(used, declared);
}

TEST(Clconv_ParameterList, allowsWhatTheTunerTries)
{
    for (const clconv::Implementation* impl : clconv::implementations())
        for (const clconv::ParamSpec& spec : impl->parameters)
        {
            EXPECT_LT(spec.min, spec.max) << impl->name << ' ' << spec.name;
            for (size_t i = 0; i < spec.tried.count; i++)
                if (!spec.tried.list[i].function)
                {
                    EXPECT_EQ("", impl->parameters.refusal({{spec.name, spec.tried.list[i].value}})) << impl->name;
                }
        }
}

TEST(Clconv_ParameterList, refusesOtherNamesAndValues)
{
    const auto refusal = [](const char* owner, const char* name, int value) {
        return clconv::specsOf(owner).refusal({{name, value}});
    };
    EXPECT_EQ("", refusal("separable", "VEC", 8));
    EXPECT_EQ("VEC=12 is none of 4, 8, 16", refusal("separable", "VEC", 12));
    EXPECT_EQ("PX=8 is neither 4 nor 12", refusal("separable", "PX", 8));
    EXPECT_EQ("ROWS=17 is outside 1..16", refusal("direct", "ROWS", 17));
    EXPECT_EQ("it has no parameter ROWS", refusal("local", "ROWS", 1));
    EXPECT_EQ("", refusal("host", "BAND_KIB", 1024));
    EXPECT_EQ("it has no parameter ROWS", refusal("host", "ROWS", 1));
}

}} // namespace opencv_test
