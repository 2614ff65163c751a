// SPDX-License-Identifier: Apache-2.0
//
// Golden plans as text: numbers are formatted without streams, whose locale could change them, and nothing depends on
// the machine.

#include "golden_text.hpp"

#include "golden_problems.hpp"
#include "support/fake_devices.hpp"
#include "../../perf/tune/search/space.hpp"

#include "implementations/implementation.hpp"
#include "problem/fusion.hpp"

namespace clconv_test {

using namespace cv;
using clconv::DeviceTraits;
using clconv::Plan;
using clconv::Problem;

namespace {

std::string field(const char* name, uint64 value)
{
    return std::string(", ") + name + " " + std::to_string(value);
}

std::string twoOf(size_t x, size_t y)
{
    return std::to_string(x) + "x" + std::to_string(y);
}

std::string sizeText(Size size)
{
    return twoOf(size_t(size.width), size_t(size.height));
}

std::string typeText(int depth)
{
    const std::string name = clconv::typeName(depth);
    return name.empty() ? "depth " + std::to_string(depth) : name;
}

std::string specializedTapsText(const clconv::SpecializedTaps* specializedTaps)
{
    if (!specializedTaps)
        return "none";
    return specializedTaps->refusal.empty() ? std::to_string(specializedTaps->taps.size()) + " taps" : "refused";
}

std::string sizesText(const Plan& plan)
{
    const clconv::TileShape& tile = plan.tile;
    return "  tile px " + std::to_string(tile.px) + field("rows", uint64(tile.rows)) +
           field("lead", uint64(tile.lead)) + field("loadWidth", uint64(tile.loadWidth)) +
           field("vec", uint64(tile.vec)) + "\n  global " + twoOf(plan.global[0], plan.global[1]) + ", local " +
           twoOf(plan.local[0], plan.local[1]) + field("local bytes", plan.localBytes) + "\n";
}

std::string sourceText(const Plan& plan)
{
    static const char* const sources[] = {"buffer", "image2d", "image1d_buffer"};
    return std::string("  source ") + sources[int(plan.source)] + ", " + coefficientsText(plan) +
           field("filters", uint64(plan.filterCount)) + field("filterSizeIsData", plan.filterSizeIsData) +
           field("specialized", plan.specialized) + field("prefetch", uint64(plan.prefetch)) + "\n";
}

std::string planText(const Plan& plan)
{
    std::string text = std::string("  taken ") + (plan.impl ? plan.impl->name : "none") + "\n";
    if (plan.impl)
        text += "  parameters " + textOf(plan.params) + "\n  kernel " + plan.kernelName + "\n  options " +
                plan.options.text() + "\n" + sourceText(plan) + sizesText(plan);
    if (!plan.warning.empty())
        text += "  a warning\n";
    for (const clconv::Verdict& verdict : plan.verdicts)
        text += "  verdict " + verdict.name + (verdict.taken ? ", taken\n" : ", refused\n");
    return text;
}

//! The implementation with one or two parameters, mostly at values worth trying, some invalid.
std::string withParameters(const clconv::Implementation& impl, const Problem& problem, const DeviceTraits& traits,
                           Draw& draw)
{
    static const char* const odd[] = {"0", "-1", "1", "2", "3", "5", "6", "16", "100", "4096", "many"};
    const tune::Space space = tune::spaceOf(impl, problem, traits, false);
    std::string text = impl.name;
    const int count = draw.between(1, 2);
    for (int i = 0; i < count; ++i)
    {
        const auto& parameter = space[size_t(draw.below(int(space.size())))];
        const std::vector<int>& values = parameter.second;
        const std::string usual = std::to_string(values[size_t(draw.below(int(values.size())))]);
        const std::string name = draw.oneIn(50) ? "COLOUR" : parameter.first;
        text += (i ? "," : ":") + name + "=" + (draw.oneIn(6) ? draw.oneOf(odd) : usual);
    }
    return text;
}

//! The forced texts: each implementation without and with parameters, and one among all implementations.
std::vector<std::string> forcesFor(const Problem& problem, const DeviceTraits& traits, Draw& draw)
{
    std::vector<std::string> forces;
    for (const clconv::Implementation* impl : opencv_test::listFor(problem))
    {
        forces.push_back(impl->name);
        forces.push_back(withParameters(*impl, problem, traits, draw));
    }
    const std::vector<const clconv::Implementation*> all = clconv::implementations();
    const int any = draw.below(int(all.size()) + 1);
    forces.push_back(any == 0 ? "fourier" : all[size_t(any - 1)]->name);
    return forces;
}

//! A problem on a device.
class Planned
{
public:
    Planned(const Problem& problem, const DeviceTraits& traits) : problem_(problem), traits_(traits) {}

    std::string text(int number, Draw draw)
    {
        const std::string name = "plan " + std::to_string(number);
        text_ = "problem " + std::to_string(number) + " on " + traits_.name + ": " + toText(problem_) + "\n";
        const Plan plan = add(name, clconv::Force(), Failed());
        if (!draw.oneIn(8))
            return text_;
        if (plan.impl)
            add(name + ", " + plan.impl->name + " failed", clconv::Force(), {{plan.impl->name, "it does not build"}});
        for (const std::string& force : forcesFor(problem_, traits_, draw))
            add(name + ", forced " + force, clconv::parseForce(force), Failed());
        return text_;
    }

private:
    typedef std::map<std::string, std::string> Failed;

    //! Plans without a tuning table, and with the built-in one if that makes a difference.
    Plan add(const std::string& name, const clconv::Force& force, const Failed& failed)
    {
        static const clconv::Tuning tuning = builtIn();
        const Plan plan = clconv::makePlan(problem_, traits_, force, failed);
        const std::string own = planText(plan);
        const std::string tuned = planText(clconv::makePlan(problem_, traits_, force, failed, tuning));
        text_ += name + "\n" + own + name + ", built-in table" + (tuned == own ? ": the same\n" : "\n" + tuned);
        return plan;
    }

    static clconv::Tuning builtIn()
    {
        clconv::Tuning tuning;
        tuning.tables.push_back(clconv::deviceTable(clconv::knownParameters()));
        return tuning;
    }

    const Problem& problem_;
    const DeviceTraits& traits_;
    std::string text_;
};

} // namespace

std::string toText(const DeviceTraits& t)
{
    return t.name + ", vendor " + t.vendor + ", driver " + t.driver + field("cpu", t.cpu) +
           field("nvidiaCompute", uint64(t.nvidiaCompute)) + field("fp64", t.fp64) +
           field("hasRegisterCap", t.hasRegisterCap) + field("denormals", t.denormals) + field("images", t.images) +
           field("imageFromBuffer", t.imageFromBuffer) + field("imagePitchAlignment", uint64(t.imagePitchAlignment)) +
           ", images up to " + twoOf(t.imageMaxWidth, t.imageMaxHeight) +
           field("imageMaxBufferPixels", t.imageMaxBufferPixels) + field("localBytes", t.localBytes) +
           field("unreportedLocalBytes", t.unreportedLocalBytes) + field("localIsFast", t.localIsFast) +
           field("groupItems", t.groupItems) + ", groups up to " + twoOf(t.groupWidth, t.groupHeight) +
           field("constantBytes", t.constantBytes) + field("parameterBytes", t.parameterBytes) +
           field("computeUnits", uint64(t.computeUnits)) + field("floatLanes", uint64(t.floatLanes));
}

std::string plansText(int number, const Problem& problem, const DeviceTraits& traits, uint64 seed)
{
    const uint64 forced = uint64(1) << 32; // draws that no problem uses
    return Planned(problem, traits).text(number, Draw(seed, forced + uint64(number)));
}

std::string toText(const Problem& p)
{
    return typeText(p.srcDepth) + "-" + typeText(p.dstDepth) + field("channels", uint64(p.channels)) + ", filter " +
           sizeText(p.filterSize) + field("filters", uint64(p.filterCount)) + ", border " + borderName(p.border) +
           field("rank", uint64(p.rank)) + field("slices", uint64(p.slices)) + field("fourier", p.fourier) +
           field("halfParts", p.halfParts) + field("box", p.box) + field("doubleSums", p.doubleSums) + ", size " +
           sizeText(p.size) + ", readable " + sizeText(p.readable) + field("srcPitch", uint64(p.srcPitch)) +
           field("rowAlignment", uint64(p.rowAlignment)) + field("wideIndex", p.wideIndex) + ", specialized taps " +
           specializedTapsText(p.specializedTaps.get()) + (p.chain ? ", chain " + p.chain->stages : "");
}

std::string coefficientsText(const Plan& plan)
{
    static const char* const kinds[] = {"full",      "factors",      "denorm",      "denormFactors",
                                        "slices",    "sparseSlices", "blockSlices", "halfParts",
                                        "tf32Parts", "spectrum",     "large",       "cpuSpectrum"};
    static const char* const spaces[] = {"value", "constant", "global"};
    const clconv::CoefficientLayout layout = plan.layout;
    const std::string text = layout.kind != clconv::CoefficientKind::Spectrum
                                 ? kinds[int(layout.kind)] + (layout.number ? std::to_string(layout.number) : "")
                             : layout.number == 64 ? "spectrum"
                                                   : "wideSpectrum";
    return "layout " + text + ", space " + spaces[int(plan.space)];
}

} // namespace clconv_test
