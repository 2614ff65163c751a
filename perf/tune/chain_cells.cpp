// SPDX-License-Identifier: Apache-2.0
//
// Makes the problems of chains as calls have them, and groups them by types.

#include "chain_cells.hpp"
#include "dispatch/inquiry.hpp"
#include "implementations/implementation.hpp"

#include <opencv2/core/ocl.hpp>

#include <algorithm>
#include <map>

namespace tune {
namespace {

using namespace cv::clconv;

//! The name of the implementation that runs chains on this kind of device.
std::string implementationOfChains()
{
    const DeviceTraits traits = traitsOf(cv::ocl::Device::getDefault());
    for (const Implementation* impl : chainImplementations())
        if (impl->unsuited(traits).empty())
            return impl->name;
    return "";
}

//! The problem of a chain that is one launch; for other chains a problem without stages.
Problem problemOfChain(const bench::Case& c)
{
    const ForceScope forced(implementationOfChains()); // stages share a launch even if that gains nothing
    const cv::UMat image(c.size, c.pixel.type);
    cv::UMat result;
    Inquiry inquiry;
    usualChainOf(c)->chain(settingsOf(c)).apply(image, result);
    return inquiry.problems().size() == 1 ? inquiry.problems().front() : Problem();
}

bench::PixelType withResult(const bench::PixelType& pixel, int depth)
{
    if (depth == pixel.ddepth)
        return pixel;
    return {pixel.name + "-" + (cv::depthToString(depth) + 3), pixel.type, depth}; // skips "CV_"
}

//! A cell for each size; none if the chain is not tuned.
std::vector<Cell> cellsOfChain(const bench::PixelType& pixel, const std::string& name, int blur, const Axes& axes)
{
    std::vector<Cell> cells;
    for (size_t size = 0; size < axes.sizes.size(); size++)
    {
        bench::Case c = {alignedSize(axes.sizes[size], pixel, maxRowAlignment), pixel, blur, name,
                         bench::gridBorders().front()};
        const int channels = usualChainOf(c)->channels;
        if (blur > maxChainBlur || (channels != 0 && channels != CV_MAT_CN(pixel.type)))
            return {};
        const Problem problem = problemOfChain(c);
        if (!problem.chain || problem.channels != CV_MAT_CN(pixel.type))
            return {};
        c.pixel = withResult(pixel, problem.dstDepth);
        cells.push_back({c, 1, {0, size, 0}, problem});
    }
    return cells;
}

} // namespace

const bench::UsualChain* usualChainOf(const bench::Case& c)
{
    for (const bench::UsualChain& usual : bench::usualChains())
        if (usual.name == c.kernel)
            return &usual;
    return nullptr;
}

bench::ChainSettings settingsOf(const bench::Case& c)
{
    return {CV_MAT_DEPTH(c.pixel.type), cv::Size(c.ksize, c.ksize), c.border.type};
}

std::vector<ChainCells> chainCellsOf(const bench::PixelType& pixel, const std::vector<std::string>& names,
                                     const std::vector<int>& blurs, const std::vector<cv::Size>& sizes)
{
    std::map<int, std::vector<Cell>> cells;       // by depth of the result
    if (pixel.ddepth != CV_MAT_DEPTH(pixel.type)) // another type has the same images
        return {};
    const Axes axes = makeAxes(pixel, blurs, sizes, {maxRowAlignment});
    for (const std::string& name : names)
        for (int blur : axes.ksizes)
        {
            const std::vector<Cell> ofOne = cellsOfChain(pixel, name, blur, axes);
            if (!ofOne.empty())
            {
                std::vector<Cell>& group = cells[ofOne.front().problem.dstDepth];
                group.insert(group.end(), ofOne.begin(), ofOne.end());
            }
        }
    std::vector<ChainCells> all;
    for (auto& group : cells)
    {
        std::vector<int> rows;
        for (const Cell& cell : group.second)
            rows.push_back(cell.problem.filterSize.height);
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        for (Cell& cell : group.second)
            cell.at.ksize =
                size_t(std::lower_bound(rows.begin(), rows.end(), cell.problem.filterSize.height) - rows.begin());
        const bench::PixelType own = group.second.front().c.pixel;
        all.push_back({own, makeAxes(own, rows, sizes, {maxRowAlignment}), group.second});
    }
    return all;
}

} // namespace tune
