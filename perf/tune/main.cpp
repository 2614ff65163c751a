// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_tune: finds parameters that are faster on this device than the library's defaults, and writes a tuning file.
// perf/README.md explains its use.
//
// Exit code: 0; 1 if an output was wrong or a case failed; 2 for what the user can correct.

#include "options.hpp"
#include "implementations/parameters.hpp"
#include "report.hpp"
#include "tuner.hpp"

#include <iostream>

namespace
{

using namespace cv::clconv;

int run(const tune::Options& options)
{
    const bench::DeviceInfo device = bench::openDevice();
    tune::Library library = {traitsOf(cv::ocl::Device::getDefault()), Tuning()};
    if (!options.untuned)
        library.tuning.tables.push_back(deviceTable(knownParameters()));
    const auto head = tune::headOf(device, options.sizes, options.margin);
    const auto textOf = [&](const tune::Results& results)
    { return tune::fileText(tune::entriesOf(results.rows, library.traits, options.margin), head); };
    const auto keep = [&](const tune::Results& results)
    {
        if (!options.output.empty())
            tune::writeFile(options.output, textOf(results));
    };
    const tune::Results results = tune::tuneAll(options, device, library, keep);
    const auto entries = tune::entriesOf(results.rows, library.traits, options.margin);
    tune::printTable(std::cout, device, results.rows, entries);
    const std::string text = textOf(results);
    if (options.output.empty())
        std::cout << "\n" << text;
    const std::string error = tune::readBack(text, entries, library.traits);
    if (!error.empty())
        throw std::runtime_error(error);
    size_t wrong = 0;
    for (const tune::Result& result : results.rows)
        wrong += result.wrong.size();
    if (wrong || results.failures)
        std::cerr << "clconv_tune: " << wrong << " wrong parameter sets, " << results.failures << " failed cases"
                  << std::endl;
    return wrong || results.failures ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return samples::runProgram("clconv_tune",
                               [&]
                               {
                                   tune::Options options;
                                   return tune::parseOptions(argc, argv, options) ? run(options) : 0;
                               });
}
