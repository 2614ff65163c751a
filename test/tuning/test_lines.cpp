// SPDX-License-Identifier: Apache-2.0
//
// The lines of the compiled-in tables for kinds of devices: none hides another, each decides something, and
// implementations can plan without any.

#include "tuned.hpp"

#include "implementations/table_lookup.hpp"
#include "problem/fusion.hpp"

#include <algorithm>

namespace opencv_test { namespace {

using clconv::Interval;
using clconv::Problem;
using clconv::TuningEntry;

bool contains(const Interval& outer, const Interval& inner)
{
    return outer.min <= inner.min && outer.max >= inner.max;
}

//! Whether one condition of `inner` on the same quantity implies this one.
bool isImplied(const clconv::Condition& condition, const TuningEntry& inner)
{
    for (const clconv::Condition& other : inner.problems.conditions)
        if (other.quantity == condition.quantity && contains(condition.range, other.range))
            return true;
    return false;
}

//! Whether a line is for banks; other lines are for single filters.
bool areForBanks(const std::vector<clconv::Condition>& conditions)
{
    return std::any_of(conditions.begin(), conditions.end(),
                       [](const clconv::Condition& condition)
                       { return condition.quantity == "filters" || condition.quantity == "FILTERS"; });
}

//! Whether `outer` holds whenever `inner` does.
bool contains(const TuningEntry& outer, const TuningEntry& inner)
{
    const clconv::ProblemClass &o = outer.problems, &i = inner.problems;
    const clconv::DeviceClass &d = outer.devices, &e = inner.devices;
    const bool devices = d.level == e.level && d.cpu == e.cpu && d.name == e.name;
    const bool types = (o.srcDepth < 0 || o.srcDepth == i.srcDepth) && (o.dstDepth < 0 || o.dstDepth == i.dstDepth);
    const bool structure = o.structure == clconv::Structure::Any || o.structure == i.structure;
    if (!devices || !types || !structure || !contains(o.channels, i.channels) || !contains(o.width, i.width) ||
        !contains(o.height, i.height) || areForBanks(o.conditions) != areForBanks(i.conditions))
        return false;
    for (const clconv::Condition& condition : o.conditions)
        if (!isImplied(condition, inner))
            return false;
    return true;
}

//! "line: PARAM" for each parameter that an earlier line always decides.
std::vector<std::string> hiddenIn(const std::vector<TuningEntry>& lines)
{
    std::vector<std::string> hidden;
    for (size_t i = 0; i < lines.size(); i++)
        for (const auto& param : lines[i].params)
            for (size_t j = 0; j < i; j++)
                if (lines[j].implementation == lines[i].implementation && lines[j].params.count(param.first) != 0 &&
                    contains(lines[j], lines[i]))
                    hidden.push_back(lines[i].source + ": " + param.first);
    return hidden;
}

//! All lines, in the order of the tables, in which those of one level are looked up.
std::vector<TuningEntry> linesOfKinds()
{
    std::vector<TuningEntry> all;
    for (const clconv::TuningTable& table : clconv::kindTables(clconv::knownParameters()))
        all.insert(all.end(), table.entries.begin(), table.entries.end());
    return all;
}

TEST(Clconv_TableLines, hideNoneBelowThem)
{
    for (const std::string& hidden : hiddenIn(linesOfKinds()))
        ADD_FAILURE() << hidden << " is never used: a line above it holds wherever this one does";
    const std::vector<std::string> planted =
        hiddenIn(tuningOf({"gpu | * | * | 3..* | taps=9..* | direct:PX=4,ROWS=2",
                           "gpu | 8U | 1 | 3..5 | taps=10..25 align=16 | direct:PX=8,UNROLL=1",
                           "gpu | 8U | 1 | 2..5 | taps=10..25 | direct:PX=8", "gpu | 8U | 1 | 3..5 | * | direct:PX=8",
                           "gpu | 8U | 1 | 3..5 | taps=10..25 | local:PX=8"})
                     .tables[0]
                     .entries);
    ASSERT_EQ(1u, planted.size());
    EXPECT_EQ("t:3: PX", planted[0]);
}

//! One of the list's numbers.
template<size_t N>
int draw(const int (&numbers)[N], RNG& rng)
{
    return numbers[rng.uniform(0, int(N))];
}

//! Taps without zeros.
std::shared_ptr<const clconv::SpecializedTaps> denseTaps(Size kernel)
{
    const Mat full(kernel, CV_32F, Scalar(0.5));
    return std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(full));
}

//! Problems on both sides of what lines distinguish: types, channels, filters, alignments, fills.
Problem drawProblem(RNG& rng)
{
    static const int depths[] = {CV_8U, CV_8U, CV_8U, CV_16U, CV_16S, CV_32S, CV_32F, CV_32F, CV_32F, CV_64F};
    static const int channels[] = {1, 1, 1, 2, 3, 4, 4};
    static const int sides[] = {1, 2, 3, 3, 4, 5, 5, 6, 7, 9, 11, 13, 15, 17, 21, 25, 31, 31, 49, 90, 200, 257, 400};
    static const int heights[] = {20, 100, 260, 480, 1080, 1080, 2160, 4320, 4320};
    static const int alignments[] = {1, 4, 8, 16, 16};
    const int src = draw(depths, rng), dst = rng.uniform(0, 4) ? src : draw(depths, rng), height = draw(heights, rng);
    const int side = draw(sides, rng);
    Problem p = problemOf(src, dst, draw(channels, rng), Size(side, rng.uniform(0, 3) ? side : draw(sides, rng)),
                          Size(height * 16 / 9, height));
    p.rank = rng.uniform(0, 2) ? rng.uniform(0, 5) : 1;
    p.slices = src <= CV_8S ? rng.uniform(0, 4) : 0;
    p.fourier = rng.uniform(0, 2) == 0;
    p.halfParts = p.rank > 0 && src == CV_8U && rng.uniform(0, 3) > 0;
    p.rowAlignment = draw(alignments, rng);
    p.filterCount = rng.uniform(0, 3) ? 1 : rng.uniform(2, 17);
    if (p.filterCount == 1 && rng.uniform(0, 3) == 0)
        p.specializedTaps = rng.uniform(0, 2) ? cornerTaps(p.filterSize) : denseTaps(p.filterSize);
    p.box = p.separable();
    return p;
}

//! A launch that copies, with the problem's types and size.
Problem chainOf(const Problem& problem)
{
    clconv::Fusion copy;
    copy.sourceChannels = copy.channels = copy.outputChannels = problem.channels;
    Problem chain = problem;
    chain.chain = std::make_shared<clconv::Fusion>(copy);
    return chain;
}

TEST(Clconv_TableLines, eachDecidesAParameterOfSomeProblem)
{
    std::set<std::string> unused;
    for (const TuningEntry& line : linesOfKinds())
        unused.insert(line.source);
    RNG rng(29);
    std::vector<clconv::DeviceTraits> devices = {h200(), amdCard(), cpuDevice(), intelGraphics()};
    for (const auto& target : compilerTargets())
        if (target.first == "asahi" || target.first == "freedreno")
            devices.push_back(target.second);
    const int maxProblems = 60000;
    for (int i = 0; i < maxProblems && !unused.empty(); i++)
    {
        const Problem problem = drawProblem(rng);
        const clconv::DeviceTraits& device =
            devices[rng.uniform(0, 4) ? 0 : size_t(rng.uniform(1, int(devices.size())))];
        for (int function : {-1, 0}) // for other calls and for those on Mats
        {
            clconv::Lookup host(clconv::hostName, problem, device);
            host.set("kib", problem.scalars() * 4 / 1024);
            host.set("function", function);
            for (const char* parameter : {"BAND_KIB", "SLOTS"})
                host.line(parameter, 0);
            for (const auto& source : host.sources)
                unused.erase(source.second);
        }
        for (const clconv::Implementation* impl : clconv::chainImplementations())
        {
            clconv::Decisions decisions;
            if (clconv::complete(*impl, chainOf(problem), device, {}, clconv::Tuning(), decisions).empty())
                for (const auto& source : decisions.sources)
                    unused.erase(source.second);
        }
        Problem masked = problem;
        masked.weights = clconv::Weights::Bytes;
        for (const Problem& each : {problem, masked})
            for (const clconv::Implementation* impl : listFor(each))
            {
                clconv::Decisions decisions;
                clconv::Params given; // some lines are for more filters than a launch takes by default
                if (each.filterCount > 1 && rng.uniform(0, 4) == 0)
                    given["FILTERS"] = rng.uniform(2, clconv::maxFilters + 1);
                if (clconv::complete(*impl, each, device, given, clconv::Tuning(), decisions).empty())
                    for (const auto& source : decisions.sources)
                        unused.erase(source.second);
            }
    }
    for (const std::string& line : unused)
        ADD_FAILURE() << line << " decides nothing";
}

//! The parameters that an implementation decides without any line.
clconv::Params genericParams(const clconv::Implementation& impl, const Problem& problem,
                             const clconv::DeviceTraits& device)
{
    clconv::Lookup none(impl.name, problem, device, clconv::Params(), clconv::Tuning(),
                        std::vector<clconv::TuningTable>());
    impl.decideAll(problem, device, none);
    EXPECT_TRUE(none.sources.empty()) << impl.name;
    return none.params;
}

TEST(Clconv_TableLines, areNotNeededForAPlanThatIsSupported)
{
    std::vector<Problem> problems = manyProblems(), banks = manyBanks();
    problems.resize(600);
    problems.insert(problems.end(), banks.begin(), banks.begin() + 300);
    std::set<std::pair<std::string, bool>> supported;
    for (const clconv::DeviceTraits& device : allFakeDevices())
        for (const Problem& problem : problems)
            for (const clconv::Implementation* impl : listFor(problem))
            {
                clconv::Decisions usual;
                if (!clconv::complete(*impl, problem, device, clconv::Params(), clconv::Tuning(), usual).empty())
                    continue;
                EXPECT_EQ("", impl->unsupported(problem, device, genericParams(*impl, problem, device)))
                    << impl->name << " on " << device.name;
                supported.insert({impl->name, problem.filterCount > 1});
            }
    EXPECT_EQ(allLaunches().size(), supported.size());
}

}} // namespace opencv_test
