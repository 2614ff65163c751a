// SPDX-License-Identifier: Apache-2.0
//
// A measurement in order: images, warm-up, check, rounds, rows.

#include "runner.hpp"
#include "../common/check.hpp"
#include "subject.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>

namespace bench {
namespace {

using Subjects = std::vector<std::unique_ptr<Subject>>;

const double unknown = std::nan("");
const double maxSeconds = 3; // for the rounds of one case; at least three are run

Subjects makeSubjects(const Options& options, const Case& c, const cv::Mat& kernel, ImagePairs& images)
{
    Subjects subjects;
    const auto add = [&](Engine engine, const std::string& force, bool forced)
    { subjects.emplace_back(new Subject(engine, c, kernel, images, force, forced)); };
    for (const std::string& force : options.forces)
        add(Engine::Clconv, force, true);
    for (const auto& tables : options.tables)
        subjects.emplace_back(new Subject(Engine::Clconv, c, kernel, images, "", false, tables));
    if (subjects.empty())
        add(Engine::Clconv, "", false);
    // Stock's kernel computes byte offsets in an int: on larger images it accesses memory out of bounds.
    const double maxBytes = 2147483647.;
    const double pixelBytes = double(std::max(CV_ELEM_SIZE(c.pixel.type), CV_ELEM_SIZE(c.pixel.dstType())));
    if (options.stock && double(c.size.area()) * pixelBytes <= maxBytes)
        add(Engine::Stock, "", false);
    if (options.opencvCpu)
        add(Engine::OpencvCpu, "", false);
    return subjects;
}

Row describeRow(const Case& c, const Subject& subject, size_t pairs)
{
    Row row;
    row.c = c;
    row.variant = subject.variant();
    row.implementation = subject.implementation;
    row.parameters = subject.parameters;
    row.expected = subject.expected;
    row.pairs = pairs;
    return row;
}

void markFastest(std::vector<Row>& rows)
{
    const auto faster = [](const Row& a, const Row& b) { return a.bestUs() < b.bestUs(); };
    if (rows.size() > 1)
        std::min_element(rows.begin(), rows.end(), faster)->fastest = true;
}

//! Warms up each variant and checks its output. Reports and drops variants that are not applicable.
std::vector<Row> openRows(const Options& options, const Case& c, const cv::Mat& kernel, ImagePairs& images,
                          Subjects& subjects)
{
    std::unique_ptr<Expected> expected(options.check ? new Expected(images.first().src, c, kernel) : nullptr);
    std::vector<Row> rows;
    for (auto subject = subjects.begin(); subject != subjects.end();)
    {
        (*subject)->warmUp();
        if (!(*subject)->refusal.empty())
        {
            std::cerr << "    left out: " << (*subject)->variant() << ": " << (*subject)->refusal << std::endl;
            subject = subjects.erase(subject);
            continue;
        }
        if ((*subject)->engine() == Engine::Clconv)
        {
            rows.push_back(describeRow(c, **subject, images.size()));
            rows.back().maxDifference = expected ? expected->difference(images.first().dst) : unknown;
            rows.back().check = !expected ? "" : rows.back().maxDifference <= expected->tolerance() ? "ok" : "bad";
        }
        ++subject;
    }
    return rows;
}

//! cv::filter2D on UMat registers an event callback at each call. For about 0.2 s after the last one, every launch of
//! the process takes 2 to 5 us longer (NVIDIA H200, driver 580). The pause keeps this out of the other engines' times.
const std::chrono::milliseconds pause(300);

void runRounds(const Options& options, Subjects& subjects, const cv::ocl::OpenCLExecutionContext& profiling)
{
    auto start = std::chrono::steady_clock::now();
    Engine last = options.stock ? Engine::Stock : Engine::Clconv; // after the warm-up
    for (int round = 0; round < options.rounds; round++)
    {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        if (round >= 3 && spent.count() > maxSeconds)
            break;
        for (size_t i = 0; i < subjects.size(); i++)
        {
            Subject& subject = *subjects[(i + size_t(round)) % subjects.size()];
            if (last == Engine::Stock && subject.engine() == Engine::Clconv && subject.isShort())
            {
                std::this_thread::sleep_for(pause);
                start += pause; // is not counted in the time limit
            }
            last = subject.engine();
            if (!options.deviceOnly)
                subject.roundOfCalls();
            if (subject.engine() == Engine::Clconv)
                subject.roundOfEvents(profiling);
        }
    }
}

void fillRows(const Subjects& subjects, std::vector<Row>& rows)
{
    double stockWall = unknown, stockSingle = unknown, opencvCpu = unknown;
    size_t next = 0;
    for (const auto& subject : subjects)
        if (subject->engine() == Engine::Stock)
        {
            stockWall = subject->wallUs();
            stockSingle = subject->singleUs();
        }
        else if (subject->engine() == Engine::OpencvCpu)
            opencvCpu = subject->wallUs();
        else
        {
            Row& row = rows[next++];
            row.deviceUs = subject->deviceUs();
            row.wallUs = subject->wallUs();
            row.singleUs = subject->singleUs();
        }
    for (Row& row : rows)
    {
        row.stockWallUs = stockWall;
        row.stockSingleUs = stockSingle;
        row.opencvCpuUs = opencvCpu;
    }
}

void printRow(const Row& row)
{
    std::cerr << "    " << row.implementation << " " << row.parameters << ": " << numberText(row.bestUs(), 1, "-")
              << " us";
    if (row.stockWallUs > 0)
        std::cerr << ", stock x " << numberText(row.stockWallUs / row.wallUs, 2, "-");
    std::cerr << (row.check == "bad" ? ", WRONG by " + numberText(row.maxDifference, 6, "infinity") : "") << std::endl;
}

void measureCase(const Options& options, const Case& c, ImagePairs& images, std::vector<Row>& results)
{
    const cv::Mat kernel = makeKernel(c.kernel, c.ksize);
    Subjects subjects = makeSubjects(options, c, kernel, images);
    std::vector<Row> rows = openRows(options, c, kernel, images, subjects);
    runRounds(options, subjects, profilingContext());
    fillRows(subjects, rows);
    markFastest(rows);
    for (const Row& row : rows)
        printRow(row);
    results.insert(results.end(), rows.begin(), rows.end());
}

} // namespace

Results measureCases(const Options& options, const DeviceInfo& device,
                     const std::function<void(const std::vector<Row>&)>& keep)
{
    Results results;
    const Fill noise = makeNoise();
    std::unique_ptr<ImagePairs> images;
    for (size_t i = 0; i < options.cases.size(); i++)
    {
        const Case& c = options.cases[i];
        std::cerr << cv::format("[%3zu/%zu] ", i + 1, options.cases.size()) << nameOf(c.size) << " " << c.pixel.name
                  << " " << c.ksize << "x" << c.ksize << " " << c.kernel << " " << c.border.name
                  << (c.nans ? cv::format(" %d NaNs/MP", c.nans) : "") << std::endl;
        try
        {
            const bool newImages = i == 0 || c.size != options.cases[i - 1].size ||
                                   c.pixel.name != options.cases[i - 1].pixel.name ||
                                   c.nans != options.cases[i - 1].nans;
            if (newImages || !images)
            {
                images.reset(); // free its memory before the next are allocated
                const Fill fill = c.nans ? makeNoiseWithNans(c.nans) : noise;
                images.reset(new ImagePairs(c.size, c.pixel, device, fill, options.inset));
            }
            measureCase(options, c, *images, results.rows);
            keep(results.rows);
        }
        catch (const std::exception& error)
        {
            std::cerr << "    failed: " << error.what() << std::endl;
            results.failures++;
        }
    }
    return results;
}

} // namespace bench
