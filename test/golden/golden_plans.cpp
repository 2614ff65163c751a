// SPDX-License-Identifier: Apache-2.0
//
// clconv_golden_plans: the plans of seeded problems on fake devices, as text and as digests of that text. A change that
// is not meant to affect plans leaves the digests in golden_plans.txt unchanged.

#include "golden_problems.hpp"
#include "golden_text.hpp"
#include "support/fake_devices.hpp"
#include "programs/command_line.hpp"

#include <fstream>
#include <iostream>

namespace {

using namespace cv;
using namespace clconv_test;
using clconv::DeviceTraits;
using clconv::Problem;

const char* const keys = "{help h||this text}"
                         "{problems|2000|how many filters; a tenth as many chains follow them}"
                         "{seed|1|of the problems}"
                         "{device||only devices whose names begin so}"
                         "{dump||file that the plans are written to, as text}"
                         "{digest||print a digest for each device, and one of them all}"
                         "{check||file of digests, as --digest prints them, that must be the same}";

struct Options
{
    int problems;
    uint64 seed;
    std::string device, dump, check;
    bool digest;
};

Options readOptions(const CommandLineParser& parser)
{
    Options options;
    options.problems = programs::wholeNumber(parser, "problems", 1, 1000000);
    options.seed = uint64(programs::wholeNumber(parser, "seed", 0, 1000000000));
    options.device = parser.get<cv::String>("device");
    options.dump = parser.get<cv::String>("dump");
    options.check = parser.get<cv::String>("check");
    options.digest = parser.has("digest");
    if (options.dump.empty() && options.check.empty() && !options.digest)
        throw programs::UsageError("nothing to do: --dump=FILE, --digest or --check=FILE");
    return options;
}

std::vector<DeviceTraits> goldenDevices(const std::string& only)
{
    std::vector<DeviceTraits> devices;
    for (const DeviceTraits& device : opencv_test::allFakeDevices())
        if (device.name.compare(0, only.size(), only) == 0)
            devices.push_back(device);
    if (devices.empty())
        throw programs::UsageError("--device: no device's name begins with '" + only + "'");
    return devices;
}

//! FNV-1a of 64 bits.
class Digest
{
public:
    void add(const std::string& text)
    {
        for (char c : text)
            value_ = (value_ ^ uint64(uchar(c))) * 1099511628211ull;
    }

    std::string text() const { return format("%016llx", static_cast<unsigned long long>(value_)); }

private:
    uint64 value_ = 14695981039346656037ull;
};

//! Digests by the names of devices, in their order, followed by the digest of all plans.
typedef std::vector<std::pair<std::string, std::string>> Digests;

//! Plans all problems on all devices, and writes the plans on request.
Digests planAll(const Options& options)
{
    std::ofstream file;
    if (!options.dump.empty())
        file.open(options.dump, std::ios::binary);
    std::vector<Problem> problems;
    for (int i = 0; i < options.problems; ++i)
        problems.push_back(goldenProblem(options.seed, i));
    const int filtersForAChain = 10;
    for (const Problem& chain : goldenChains(options.seed, options.problems / filtersForAChain))
        problems.push_back(chain);
    Digests digests;
    Digest all;
    for (const DeviceTraits& traits : goldenDevices(options.device))
    {
        Digest own;
        for (int i = -1; i < int(problems.size()); ++i)
        {
            const std::string text = i < 0 ? "device " + toText(traits) + "\n" + thresholdsText(traits)
                                           : plansText(i, problems[size_t(i)], traits, options.seed);
            own.add(text);
            all.add(text);
            if (file.is_open())
                file << text;
        }
        digests.push_back(std::make_pair(traits.name, own.text()));
    }
    digests.push_back(std::make_pair("all", all.text()));
    if (!options.dump.empty() && !file.flush())
        throw programs::UsageError("--dump: " + options.dump + " cannot be written");
    return digests;
}

//! Lines `name: digest`; those that begin with # are comments.
std::map<std::string, std::string> readDigests(const std::string& name)
{
    std::ifstream file(name);
    if (!file)
        throw programs::UsageError("--check: " + name + " cannot be read");
    std::map<std::string, std::string> digests;
    for (std::string line; std::getline(file, line);)
    {
        const size_t colon = line.rfind(": ");
        if (!line.empty() && line[0] != '#' && colon != std::string::npos)
            digests[line.substr(0, colon)] = line.substr(colon + 2, 16);
    }
    return digests;
}

//! Prints which devices' plans differ from those of the file, and how to see the difference.
bool check(const Options& options, const Digests& digests)
{
    std::map<std::string, std::string> expected = readDigests(options.check);
    bool same = true;
    for (const auto& digest : digests)
    {
        const bool counts = digest.first != "all" || options.device.empty();
        if (!counts || expected[digest.first] == digest.second)
            continue;
        same = false;
        std::cout << digest.first << ": the digest of its plans is " << digest.second << ", not '"
                  << expected[digest.first] << "'" << std::endl;
    }
    if (!same)
        std::cout << "Plans are not those of " << options.check
                  << ". To see in what, build the commit before too, and:\n"
                  << "  clconv_golden_plans --device=NAME --dump=before.txt    (the commit before)\n"
                  << "  clconv_golden_plans --device=NAME --dump=after.txt     (this one)\n"
                  << "  diff -u -F '^plan' before.txt after.txt\n"
                  << "If they are meant to differ: clconv_golden_plans --digest > test/golden/golden_plans.txt"
                  << std::endl;
    return same;
}

int run(const Options& options)
{
    const Digests digests = planAll(options);
    if (options.digest)
    {
        std::cout << "# Digests of all plans for each of the devices, and of all together, which the test golden_plans "
                     "expects:\n"
                  << "# clconv_golden_plans --problems=" << options.problems << " --seed=" << options.seed
                  << " --digest\n";
        for (const auto& digest : digests)
            std::cout << digest.first << ": " << digest.second << "\n";
    }
    return options.check.empty() || check(options, digests) ? 0 : 1;
}

int goldenPlans(int argc, char** argv)
{
    Options options;
    const auto read = [&](const CommandLineParser& parser) { options = readOptions(parser); };
    if (!programs::readCommandLine(argc, argv, keys, "clconv_golden_plans: plans of seeded problems, and their digests",
                                   0, read))
        return 0;
    return run(options);
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_golden_plans", [&] { return goldenPlans(argc, argv); });
}
