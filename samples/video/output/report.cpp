// SPDX-License-Identifier: Apache-2.0
//
// The table: each engine's times, and its difference from opencv-cpu's result.

#include "report.hpp"

#include <algorithm>

namespace samples {

namespace {

const Engine* find(const Engines& engines, const std::string& name)
{
    for (const auto& engine : engines)
        if (engine->name() == name)
            return engine.get();
    return nullptr;
}

//! The ratio of that engine's time for a whole frame to this engine's.
std::string against(const Engines& engines, const std::string& name, const Engine& engine)
{
    const Engine* const other = find(engines, name);
    if (!other || engines.size() < 2)
        return "";
    return cv::format("%.1fx", other->frameMs() / std::max(engine.frameMs(), 1e-6));
}

} // namespace

std::string tableHead(int titleWidth)
{
    return cv::format("%-*s %-10s %10s %10s %10s %9s %9s %9s %10s  %s", titleWidth, "filter", "engine", "first ms",
                      "filter ms", "frame ms", "frames/s", "vs stock", "vs cpu", "difference", "runs as");
}

std::string tableRows(int titleWidth, const std::string& title, const Engines& engines, const Differences& differences)
{
    std::string rows;
    for (const auto& engine : engines)
    {
        const auto difference = differences.find(engine->name());
        rows += cv::format("%-*s %-10s %10.1f %10.2f %10.2f %9.1f %9s %9s %10s  %s\n", titleWidth, title.c_str(),
                           engine->name().c_str(), engine->firstMs(), engine->filterMs(), engine->frameMs(),
                           1000 / std::max(engine->frameMs(), 1e-6), against(engines, "stock", *engine).c_str(),
                           against(engines, "opencv-cpu", *engine).c_str(),
                           difference == differences.end() ? "" : cv::format("%.0f", difference->second).c_str(),
                           engine->implementation().c_str());
    }
    return rows;
}

std::string tableLegend(bool compares)
{
    std::string legend =
        "first ms    the first call, which builds OpenCL programs unless they are cached on disk; not included in "
        "other columns\n"
        "filter ms   the filters until the device has finished; median\n"
        "frame ms    upload, filters, download; median; frames/s is 1000 / frame ms\n";
    if (compares)
        legend += "vs stock    stock's frame ms / this engine's\n"
                  "vs cpu      opencv-cpu's frame ms / this engine's\n"
                  "difference  largest difference of a pixel from opencv-cpu's, of 255, over all frames; after each "
                  "filter of a chain, from the same bytes\n";
    return legend + "runs as     the implementation, with + between those of the launches of a chain\n";
}

std::string summary(const std::string& title, const Engines& engines, size_t last)
{
    const Engine& first = *engines[0];
    const double firstMs = std::max(first.frameMs(last), 1e-6);
    std::string line = cv::format("%s: %s (%s) %.1f ms a frame, %.0f frames/s", title.c_str(), first.name().c_str(),
                                  first.implementation().c_str(), firstMs, 1000 / firstMs);
    for (size_t i = 1; i < engines.size(); i++)
        line += cv::format(" | %s %.1f ms, %.1fx as long", engines[i]->name().c_str(), engines[i]->frameMs(last),
                           engines[i]->frameMs(last) / firstMs);
    return line;
}

} // namespace samples
