// SPDX-License-Identifier: Apache-2.0
//
// The second half of the golden plans: the thresholds at which plans change as a filter, an image or a bank grows.
// Random problems are seldom close to a threshold; bisection finds them, for the most common types and sizes.

#include "golden_problems.hpp"
#include "golden_text.hpp"
#include "support/fake_devices.hpp"

#include "coefficients/specialization.hpp"
#include "implementations/implementation.hpp"

#include <functional>

namespace clconv_test {

using namespace cv;
using clconv::DeviceTraits;
using clconv::Plan;
using clconv::Problem;

namespace {

//! Sets the growing quantity.
typedef std::function<void(Problem&, int)> Axis;

//! Every length from 1 to `dense`, then in steps of a fifth.
std::vector<int> lengths(int dense, int most)
{
    std::vector<int> all;
    for (int length = 1; length < most; length += length < dense ? 1 : length / 5 + 1)
        all.push_back(length);
    all.push_back(most);
    return all;
}

//! The decisions of a plan, without sizes that grow with the problem.
std::string decided(Problem problem, const DeviceTraits& traits, const Axis& axis, int length)
{
    axis(problem, length);
    const Plan plan = clconv::makePlan(problem, traits, clconv::Force());
    if (!plan.impl)
        return "none";
    return clconv::toString(plan.impl->name, plan.params) + ", " + coefficientsText(plan);
}

//! The lengths at which the plan changes, one per line.
std::string walk(const Problem& problem, const DeviceTraits& traits, const Axis& axis, const std::vector<int>& grid)
{
    const auto at = [&](int length) { return decided(problem, traits, axis, length); };
    int last = grid[0];
    std::string now = at(last), text = "  from " + std::to_string(last) + ": " + now + "\n";
    for (int next : grid)
    {
        const std::string then = at(next);
        while (now != then)
        {
            int same = last, other = next;
            std::string changed = then;
            while (other - same > 1)
            {
                const int middle = same + (other - same) / 2;
                const std::string between = at(middle);
                if (between == now)
                    same = middle;
                else
                    other = middle, changed = between;
            }
            now = changed, last = other;
            text += "  from " + std::to_string(last) + ": " + now + "\n";
        }
        last = next;
    }
    return text;
}

//! The problems to vary: types, alignments, properties of the coefficients.
std::vector<Problem> grounds(bool everyAlignment)
{
    static const int types[][3] = {{CV_8U, CV_8U, 1},   {CV_8U, CV_8U, 2},   {CV_8U, CV_8U, 3},   {CV_8U, CV_8U, 4},
                                   {CV_8U, CV_16S, 1},  {CV_8U, CV_32F, 3},  {CV_16U, CV_16U, 1}, {CV_16U, CV_16U, 3},
                                   {CV_32F, CV_32F, 1}, {CV_32F, CV_32F, 3}, {CV_32F, CV_32F, 4}, {CV_32F, CV_8U, 1},
                                   {CV_64F, CV_64F, 1}};
    enum
    {
        Dense,
        Separable,
        FixedPoint,
        OneSlice,
        Structures
    };
    std::vector<Problem> all;
    for (const auto& type : types)
        for (int alignment : {16, 8, 4, 1})
            for (int structure = Dense; structure < Structures; ++structure)
            {
                if ((structure >= FixedPoint && type[0] != CV_8U) || (alignment < 16 && !everyAlignment) ||
                    (alignment == 8 && structure != Dense))
                    continue;
                Problem p = Problem();
                p.srcDepth = type[0], p.dstDepth = type[1], p.channels = type[2];
                p.rank = structure == Separable;
                p.slices = structure == FixedPoint ? 3 : structure == OneSlice ? 1 : 0;
                p.halfParts = p.separable() && p.srcDepth == CV_8U && p.dstDepth < CV_32F;
                p.border = BORDER_REFLECT_101;
                p.filterSize = Size(1, 1);
                p.filterCount = 1;
                p.size = p.readable = Size(3840, 2160);
                p.srcPitch = p.size.width;
                p.rowAlignment = alignment;
                all.push_back(p);
            }
    return all;
}

void growSquare(Problem& p, int length)
{
    p.filterSize = Size(length, length);
}

void growTall(Problem& p, int length)
{
    p.filterSize = Size(1, length);
}

void growWide(Problem& p, int length)
{
    p.filterSize = Size(length, 3);
}

void growBank(Problem& p, int length)
{
    p.filterCount = length + 1;
}

//! Grows the height. A wave's work-items are a multiple of the width: some plans change at exactly that many.
void growImage(Problem& p, int length)
{
    p.size = p.readable = Size(p.slices ? 1920 : 1800, length);
    p.srcPitch = p.size.width;
}

//! Grows the number of taps that are not zero, spread over the filter, in a specialized program.
void growSpecializedTaps(Problem& p, int length)
{
    const int all = int(p.taps()), columns = p.filterSize.width;
    Mat full = Mat::zeros(p.filterSize, CV_64F), typed;
    for (int i = 0; i < length; ++i)
    {
        const int tap = i * all / length;
        full.at<double>(tap / columns, tap % columns) = 1 + i;
    }
    full.convertTo(typed, p.accDepth());
    p.specializedTaps = std::make_shared<clconv::SpecializedTaps>(clconv::specializedTapsOf(typed));
}

//! All quantities that are varied for a problem.
class Walks
{
public:
    Walks(const Problem& ground, const DeviceTraits& traits) : ground_(ground), traits_(traits) {}

    void kernels()
    {
        add("square", growSquare, lengths(64, 130));
        add("column", growTall, lengths(10, 1000));
    }

    void wideKernels() { add("row of three", growWide, lengths(32, 3000)); }

    //! @param kernels in addition to the usual ones
    void images(const std::vector<Size>& kernels)
    {
        for (int length : {3, 5, 7, 9, 15, 31})
            with(Size(length, length)).add("image", growImage, lengths(5, 60000));
        for (Size kernel : kernels)
            with(kernel).add("image", growImage, lengths(5, 60000));
    }

    void banks()
    {
        for (int length : {3, 5, 6, 7, 9, 10, 11})
            with(Size(length, length)).add("bank", growBank, lengths(9, 16));
    }

    void specializedTaps()
    {
        for (Size kernel : {Size(3, 3), Size(6, 4), Size(5, 5), Size(21, 21)})
            with(kernel).add("number of taps compiled in", growSpecializedTaps, lengths(9, kernel.area()));
    }

    std::string text;

private:
    Walks& with(Size kernel)
    {
        ground_.filterSize = kernel;
        return *this;
    }

    void add(const char* name, const Axis& axis, const std::vector<int>& grid)
    {
        text += std::string("plan of a growing ") + name + ", " + toText(ground_) + "\n" +
                walk(ground_, traits_, axis, grid);
    }

    Problem ground_;
    const DeviceTraits& traits_;
};

} // namespace

std::string thresholdsText(const DeviceTraits& traits)
{
    const bool measured = traits.nvidiaCompute >= 90; // other devices' decisions follow from this one's, or are fewer
    const std::vector<Size> atTaps = {Size(4, 4), Size(1, 17), Size(20, 20), Size(1, 401)}; // 16 and 400, and one more
    std::string text;
    for (const Problem& ground : grounds(measured))
    {
        Walks walks(ground, traits);
        walks.kernels();
        if (measured)
            walks.wideKernels(),
                walks.images(ground.rowAlignment == clconv::maxRowAlignment ? atTaps : std::vector<Size>());
        if (measured || ground.rowAlignment == clconv::maxRowAlignment)
            walks.banks();
        if (ground.rowAlignment == clconv::maxRowAlignment)
            walks.specializedTaps();
        text += walks.text;
    }
    return text;
}

} // namespace clconv_test
