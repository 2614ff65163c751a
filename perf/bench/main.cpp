// SPDX-License-Identifier: Apache-2.0
//
// clconv_bench: measures cv::clconv::filter2D against cv::filter2D and against the limits of the device.
// README.md explains the columns.
//
// Exit code: 0; 1 if a result was wrong or a case failed; 2 if the user can correct the error.

#include "in_turn/comparisons.hpp"
#include "cases/first_calls.hpp"
#include "cases/tour.hpp"
#include "options.hpp"
#include "output/report.hpp"
#include "runner.hpp"
#include "coefficients/specialization.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace {

int measure(const bench::Options& options)
{
    const bench::DeviceInfo device = bench::openDevice();
    bench::Ceilings ceilings;
    bench::measureCeilings(device, ceilings);
    const auto keep = [&](const std::vector<bench::Row>& rows)
    {
        if (!options.csv.empty())
            bench::writeCsv(options.csv, ceilings, rows);
    };
    bench::Results results = bench::measureCases(options, device, keep);
    bench::measureCeilings(device, ceilings); // the machine may have been busy the first time
    keep(results.rows);
    bench::printTable(std::cout, device, ceilings, results.rows);
    bench::printSummary(std::cout, ceilings, results.rows);
    const auto wrong = std::count_if(results.rows.begin(), results.rows.end(),
                                     [](const bench::Row& row) { return row.check == "bad"; });
    if (wrong || results.failures)
        std::cerr << "clconv_bench: " << wrong << " wrong rows, " << results.failures << " failed cases" << std::endl;
    return wrong || results.failures ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    // Otherwise hot sparse filters would get a specialized program in the middle of a measurement.
    const char* const policy = std::getenv("OPENCV_CLCONV_SPECIALIZE");
    const cv::clconv::SpecializationScope specializedTaps(policy ? policy : "off");
    return programs::runProgram("clconv_bench",
                                [&]
                                {
                                    bench::Options options;
                                    if (!bench::parseOptions(argc, argv, options))
                                        return 0;
                                    if (!options.child.empty())
                                        return bench::runChild(options);
                                    if (options.tour)
                                        return bench::countProgramsOfTour();
                                    if (options.bank)
                                        return bench::measureBanks(options);
                                    if (options.batch)
                                        return bench::measureBatches(options);
                                    if (!options.chain.empty())
                                        return bench::measureChains(options);
                                    if (!options.masked.empty())
                                        return bench::measureMasked(options);
                                    if (options.devices)
                                        return bench::measureSplits(options);
                                    return options.firstCalls ? bench::measureFirstCalls(options) : measure(options);
                                });
}
