// SPDX-License-Identifier: Apache-2.0
//
// clconv_study: the five case studies from which this project grew, reproduced on the current device. docs/studies.md
// describes the studies and discusses the results.
//
// Exit code: 0; 1 if a step failed or its output was wrong; 2 if the user can correct the error.

#include "options.hpp"
#include "output/report.hpp"
#include "pyramid/pyramid.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/ocl.hpp>

#include <iostream>

namespace {

using namespace study;

//! Sets the study's name and the time of its base step.
void complete(const Study& study, std::vector<Row>& rows)
{
    double baseMs = NAN;
    for (const Row& row : rows)
        if (row.step == study.base)
            baseMs = row.ms();
    for (Row& row : rows)
    {
        row.study = study.name;
        row.baseMs = baseMs;
    }
}

Result reproduce(const Study& study, const Options& options)
{
    std::vector<Row> rows;
    printHeading(std::cout, study);
    for (const Case& c : study.cases(options.scale))
    {
        std::vector<Row> some = measureCase(c, options.repetitions);
        complete(study, some);
        printRows(std::cout, some);
        rows.insert(rows.end(), some.begin(), some.end());
    }
    Result result = {&study, Rows(rows), {}};
    result.verdicts = study.verdicts(result.rows);
    printVerdicts(std::cout, result.verdicts);
    return result;
}

int failures(const std::vector<Result>& results)
{
    int count = 0;
    for (const Result& result : results)
        for (const Row& row : result.rows.list())
            count += row.check == "wrong" || row.check == "failed";
    return count;
}

int run(int argc, char** argv)
{
    Options options;
    if (!parseOptions(argc, argv, options))
        return 0;
    if (!cv::ocl::useOpenCL())
        throw programs::UsageError(programs::deviceLine());
    const std::string device = cv::ocl::Device::getDefault().name();
    std::cout
        << programs::deviceLine() << ", driver " << cv::ocl::Device::getDefault().driverVersion() << "\n"
        << "x base: speed-up over the study's base step. Times of steps are device times, those of cv:: rows wall "
           "times\n";
    if (options.pyramid)
        return measurePyramid(options);
    std::vector<Result> results;
    for (const Study* study : options.studies)
    {
        results.push_back(reproduce(*study, options));
        if (!options.csv.empty())
            writeCsv(options.csv, results); // an interrupted run leaves its results so far
    }
    if (!options.markdown.empty())
        writeMarkdown(options.markdown, device, results);
    const int wrong = failures(results);
    if (wrong)
        std::cerr << "clconv_study: " << wrong << " rows are wrong or failed" << std::endl;
    return wrong ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_study", [&] { return run(argc, argv); });
}
