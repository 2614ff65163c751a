// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The order of classes, and the time that each gets.

#include "tuner.hpp"
#include "search/class_search.hpp"

#include <algorithm>
#include <iostream>

namespace tune
{
namespace
{

using namespace cv::clconv;
using Seconds = std::chrono::duration<double>;

//! The state of a run.
struct Run
{
    const Options& options;
    const bench::DeviceInfo& device;
    const Library& library;
    Clock::time_point start, end;
    size_t count, done; //!< classes
    Builders& builders;
    Gains gains;
    Results results;
};

using Images = std::vector<std::unique_ptr<bench::ImagePairs>>;

//! The cells of a class; the images of a type are in the same order.
std::vector<Cell> cellsOf(const bench::PixelType& pixel, const std::string& kernel, int filters, const Axes& axes,
                          size_t ksize)
{
    std::vector<Cell> cells;
    for (size_t size = 0; size < axes.sizes.size(); size++)
        for (size_t alignment = 0; alignment < axes.alignments.size(); alignment++)
        {
            const bench::Case c = {alignedSize(axes.sizes[size], pixel, axes.alignments[alignment]), pixel,
                                   axes.ksizes[ksize], kernel, bench::gridBorders().front()};
            cells.push_back({c, filters, {ksize, size, alignment}, problemOf(c, filters)});
        }
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
    std::cerr << "    " << bench::nameOf(r.cell.c.size) << ": " << r.library.implementation
              << cv::format(" %.1f -> %.1f us (%+.1f %%) ", r.library.us, r.best.us,
                            100 * (r.library.us / r.best.us - 1))
              << toString(r.best.implementation, r.best.params) << std::endl;
}

//! One class: its share of the time that is left, of which the last part is for the final comparison.
void tuneClass(Run& run, const std::vector<Cell>& cells, const Images& images, Memory& memory, TypeResults& results)
{
    const double searching = 0.85;
    const std::string name = cells[0].c.pixel.name + " " + bench::nameOf(cells[0].c.ksize) + " " + cells[0].c.kernel +
                             (cells[0].filters > 1 ? cv::format(", %d filters", cells[0].filters) : "");
    const auto now = Clock::now();
    const auto share = (run.end - now) / int(run.count - run.done);
    std::cerr << cv::format("[%3zu/%zu] %4.0f s  ", ++run.done, run.count, Seconds(now - run.start).count()) << name
              << std::endl;
    size_t finished = 0;
    try
    {
        std::vector<bench::ImagePairs*> pairs;
        for (const auto& pair : images)
            pairs.push_back(pair.get());
        Shared shared = {run.library, run.options.impls, run.device.cpu, run.end, run.builders,
                         memory,      run.gains,         run.results};
        ClassSearch search(cells, pairs, shared);
        search.run(now + std::chrono::duration_cast<Clock::duration>(share * searching));
        for (const Result& result : search.finish())
        {
            printResult(result);
            results.cells.push_back(result);
            finished++;
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << "    failed: " << error.what() << std::endl;
        run.results.failures++;
    }
    if (finished < cells.size())
        run.results.untuned.push_back(name);
}

//! A line for banks counts down to the next smaller number of filters that was tried.
int minFilters(const std::vector<int>& banks, int filters)
{
    const auto found = std::find(banks.begin(), banks.end(), filters);
    return found == banks.begin() ? 2 : *(found - 1) + 1;
}

void tuneType(Run& run, const bench::PixelType& pixel, const std::function<void(const Results&)>& keep)
{
    const Axes axes = makeAxes(pixel, run.options.ksizes, run.options.sizes, run.options.alignments);
    run.results.types.push_back({axes, {}, 1});
    const std::vector<int>& banks = run.options.banks;
    const int minPairs = banks.empty() ? 1 : banks.back();
    Images images = imagesOf(cellsOf(pixel, run.options.kernels.front(), 1, axes, 0), run.device, minPairs);
    Memory memory;
    const auto tuneAllSizes = [&](const std::string& kernel, int filters)
    {
        for (size_t ksize = 0; ksize < axes.ksizes.size(); ksize++)
        {
            tuneClass(run, cellsOf(pixel, kernel, filters, axes, ksize), images, memory, run.results.types.back());
            keep(run.results);
        }
    };
    for (const std::string& kernel : run.options.kernels)
        tuneAllSizes(kernel, 1);
    for (int filters : banks)
    {
        run.results.types.push_back({axes, {}, minFilters(banks, filters)});
        tuneAllSizes("random", filters);
    }
}

} // namespace

Results tuneAll(const Options& options, const bench::DeviceInfo& device, const Library& library,
                const std::function<void(const Results&)>& keep)
{
    const auto start = options.start;
    const Seconds budget(options.seconds > 0 ? options.seconds : 1e8);
    const auto end = start + std::chrono::duration_cast<Clock::duration>(budget);
    Builders builders(options.jobs);
    Run run = {options, device,
               library, start,
               end,     options.types.size() * options.ksizes.size() * (options.kernels.size() + options.banks.size()),
               0,       builders,
               {},      Results()};
    for (const bench::PixelType& type : options.types)
        tuneType(run, type, keep);
    std::cerr << cv::format("%.0f s; %d sets timed, %d not built; %d programs built ahead by %d processes in %.0f s, "
                            "%.2f s each",
                            Seconds(Clock::now() - start).count(), run.results.tried, run.results.refused,
                            builders.built, options.jobs, builders.waited, builders.secondsEach())
              << std::endl;
    return run.results;
}

} // namespace tune
