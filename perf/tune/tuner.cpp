// SPDX-License-Identifier: Apache-2.0
//
// The order of types, and the time for each.

#include "tuner.hpp"
#include "chain_cells.hpp"
#include "search/type_search.hpp"

#include <algorithm>
#include <iostream>

namespace tune {
namespace {

using namespace cv::clconv;
using Seconds = std::chrono::duration<double>;

//! The state of a run.
struct Run
{
    const Options& options;
    const bench::DeviceInfo& device;
    const Library& library;
    Clock::time_point start, end;
    size_t cells; //!< number not tuned yet
    Builders& builders;
    Gains gains;
    Results results;
};

using Images = std::vector<std::unique_ptr<bench::ImagePairs>>;

//! Adds the cells of one filter size; the images of a type have the same order.
void addCells(const bench::PixelType& pixel, const std::string& kernel, int filters, const Axes& axes, size_t ksize,
              std::vector<Cell>& cells)
{
    for (size_t size = 0; size < axes.sizes.size(); size++)
        for (size_t alignment = 0; alignment < axes.alignments.size(); alignment++)
        {
            const bench::Case c = {alignedSize(axes.sizes[size], pixel, axes.alignments[alignment]), pixel,
                                   axes.ksizes[ksize], kernel, bench::gridBorders().front()};
            cells.push_back({c, filters, {ksize, size, alignment}, problemOf(c, filters)});
        }
}

std::vector<Cell> cellsOf(const bench::PixelType& pixel, const std::vector<std::string>& kernels, int filters,
                          const Axes& axes)
{
    std::vector<Cell> cells;
    for (const std::string& kernel : kernels)
        for (size_t ksize = 0; ksize < axes.ksizes.size(); ksize++)
            addCells(pixel, kernel, filters, axes, ksize, cells);
    return cells;
}

Images imagesOf(const std::vector<Cell>& cells, const bench::DeviceInfo& device, int minPairs)
{
    static const bench::Fill fill = bench::makeNoise();
    Images images;
    for (const Cell& cell : cells)
        images.emplace_back(new bench::ImagePairs(cell.c.size, cell.c.pixel, device, fill, false, size_t(minPairs)));
    return images;
}

void printResult(const Result& r)
{
    std::cerr << "    " << bench::nameOf(r.cell.c.ksize) << " " << r.cell.c.kernel << " "
              << bench::nameOf(r.cell.c.size) << ": " << r.library.implementation
              << cv::format(" %.1f -> %.1f us (%+.1f %%) ", r.library.us, r.best.us,
                            100 * (r.library.us / r.best.us - 1))
              << toString(r.best.implementation, r.best.params) << std::endl;
}

std::string nameOf(const Cell& cell)
{
    return cell.c.pixel.name + " " + bench::nameOf(cell.c.ksize) + " " + cell.c.kernel +
           (cell.filters > 1 ? cv::format(", %d filters", cell.filters) : "");
}

//! Filter sizes and kinds of coefficients for which a cell has no result.
std::vector<std::string> namesOfUntuned(const std::vector<Cell>& cells, const std::vector<Result>& finished)
{
    std::vector<std::string> names;
    for (const Cell& cell : cells)
    {
        const bool done = std::any_of(finished.begin(), finished.end(),
                                      [&](const Result& r)
                                      {
                                          return nameOf(r.cell) == nameOf(cell) && r.cell.at.size == cell.at.size &&
                                                 r.cell.at.alignment == cell.at.alignment;
                                      });
        if (!done && (names.empty() || names.back() != nameOf(cell)))
            names.push_back(nameOf(cell));
    }
    return names;
}

//! Searches cells together within their share of the time left; the last part of it is for the final comparison.
//! @param images for one filter size, in the order of the cells
void tuneCells(Run& run, const std::vector<Cell>& cells, const Images& images, TypeResults& results)
{
    const double searching = 0.85;
    const auto now = Clock::now();
    const auto share = (run.end - now) * (double(cells.size()) / double(run.cells));
    run.cells -= cells.size();
    std::cerr << cv::format("%4.0f s  %s, %zu cells%s", Seconds(now - run.start).count(), cells[0].c.pixel.name.c_str(),
                            cells.size(),
                            cells[0].filters > 1 ? cv::format(", %d filters", cells[0].filters).c_str() : "")
              << std::endl;
    std::vector<Result> finished;
    try
    {
        std::vector<bench::ImagePairs*> pairs;
        for (size_t i = 0; i < cells.size(); i++)
            pairs.push_back(images[i % images.size()].get());
        Shared shared = {run.library, run.options.impls, run.device.cpu, run.end, run.builders, run.gains, run.results};
        TypeSearch search(cells, pairs, shared);
        search.run(now + std::chrono::duration_cast<Clock::duration>(share * searching));
        finished = search.finish();
    }
    catch (const std::exception& error)
    {
        std::cerr << "    failed: " << error.what() << std::endl;
        run.results.failures++;
    }
    for (const Result& result : finished)
    {
        printResult(result);
        results.cells.push_back(result);
    }
    for (const std::string& name : namesOfUntuned(cells, finished))
        run.results.untuned.push_back(name);
}

//! A line for banks extends down to the next smaller number of filters that was tried.
int minFilters(const std::vector<int>& banks, int filters)
{
    const auto found = std::find(banks.begin(), banks.end(), filters);
    return found == banks.begin() ? 2 : *(found - 1) + 1;
}

//! The first cells: those of one filter size, which differ in their images.
std::vector<Cell> ofOneSize(const std::vector<Cell>& cells, const Axes& axes)
{
    return {cells.begin(), cells.begin() + std::ptrdiff_t(axes.sizes.size() * axes.alignments.size())};
}

void tuneType(Run& run, const bench::PixelType& pixel, const std::vector<ChainCells>& chains,
              const std::function<void(const Results&)>& keep)
{
    const Axes axes = makeAxes(pixel, run.options.ksizes, run.options.sizes, run.options.alignments);
    run.results.types.push_back({axes, {}, 1});
    const std::vector<int>& banks = run.options.banks;
    const int minPairs = banks.empty() ? 1 : banks.back();
    const std::vector<Cell> single = cellsOf(pixel, run.options.kernels, 1, axes);
    Images images = imagesOf(ofOneSize(single, axes), run.device, minPairs);
    tuneCells(run, single, images, run.results.types.back());
    keep(run.results);
    for (int filters : banks)
    {
        run.results.types.push_back({axes, {}, minFilters(banks, filters)});
        tuneCells(run, cellsOf(pixel, {"random"}, filters, axes), images, run.results.types.back());
        keep(run.results);
    }
    images.clear();
    for (const ChainCells& group : chains)
    {
        run.results.types.push_back({group.axes, {}, 1});
        tuneCells(run, group.cells, imagesOf(ofOneSize(group.cells, group.axes), run.device, 1),
                  run.results.types.back());
        keep(run.results);
    }
}

//! Number of cells of all types, without chains.
size_t cellCount(const Options& options)
{
    size_t count = 0;
    for (const bench::PixelType& pixel : options.types)
    {
        const Axes axes = makeAxes(pixel, options.ksizes, options.sizes, options.alignments);
        count += axes.ksizes.size() * axes.sizes.size() * axes.alignments.size() *
                 (options.kernels.size() + options.banks.size());
    }
    return count;
}

} // namespace

Results tuneAll(const Options& options, const bench::DeviceInfo& device, const Library& library,
                const std::function<void(const Results&)>& keep)
{
    const auto start = options.start;
    const Seconds budget(options.seconds > 0 ? options.seconds : 1e8);
    const auto end = start + std::chrono::duration_cast<Clock::duration>(budget);
    Builders builders(options.jobs);
    size_t count = cellCount(options);
    std::vector<std::vector<ChainCells>> chains;
    for (const bench::PixelType& type : options.types)
    {
        chains.push_back(chainCellsOf(type, options.chains, options.ksizes, options.sizes));
        for (const ChainCells& group : chains.back())
            count += group.cells.size();
    }
    Run run = {options, device, library, start, end, count, builders, {}, Results()};
    for (size_t i = 0; i < options.types.size(); i++)
        tuneType(run, options.types[i], chains[i], keep);
    std::cerr << cv::format("%.0f s; %d sets timed, %d not built; %d programs built ahead by %d processes in %.0f s, "
                            "%.2f s each",
                            Seconds(Clock::now() - start).count(), run.results.tried, run.results.refused,
                            builders.built, options.jobs, builders.waited, builders.secondsEach())
              << std::endl;
    return run.results;
}

} // namespace tune
