// SPDX-License-Identifier: Apache-2.0
//
// The parent process: starts children, provides their caches, prints the table.

#include "first_calls.hpp"
#include "../../common/device.hpp"
#include "../subject.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/utils/filesystem.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace bench {
namespace {

//! Empty folders for all disk caches of compiled programs: OpenCV's, the NVIDIA driver's, PoCL's.
class EmptyCaches
{
public:
    EmptyCaches() : folder_(cv::tempfile("_clconv_caches"))
    {
        for (const char* name : {"OPENCV_OPENCL_CACHE_DIR", "CUDA_CACHE_PATH", "POCL_CACHE_DIR"})
        {
            const std::string path = folder_ + "/" + name;
            if (!cv::utils::fs::createDirectories(path))
                throw UsageError("cannot create a folder for caches: " + path);
            prefix_ += std::string(name) + "='" + path + "' ";
        }
    }
    ~EmptyCaches() { cv::utils::fs::remove_all(folder_); }
    EmptyCaches(const EmptyCaches&) = delete;
    EmptyCaches& operator=(const EmptyCaches&) = delete;

    //! Environment assignments that select these folders, to precede a shell command.
    const std::string& prefix() const { return prefix_; }

private:
    std::string folder_, prefix_;
};

//! Milliseconds, as a child prints them.
struct Timing
{
    double first, repeated, another;
    int built; //!< programs built for new coefficients
};

//! @param format of the command's output
//! @param numbers one for each conversion of the format
template<typename... Numbers>
void readProcess(const std::string& command, const char* format, Numbers*... numbers)
{
#ifdef _WIN32
    throw UsageError("--first-calls needs a POSIX shell to start processes: " + command);
#else
    FILE* pipe = popen(command.c_str(), "r");
    const int read = pipe ? std::fscanf(pipe, format, numbers...) : 0;
    if (!pipe || pclose(pipe) != 0 || read != int(sizeof...(Numbers)))
        throw std::runtime_error("a process that times first calls failed: " + command);
#endif
}

Timing runProcess(const std::string& command)
{
    Timing t;
    readProcess(command, "%lf %lf %lf %d", &t.first, &t.repeated, &t.another, &t.built);
    return t;
}

std::string childCommand(const Options& options, const Case& c, const std::string& engine)
{
    return "'" + options.program + "' --child=" + engine + " --sizes=" + nameOf(c.size) + " --types=" + c.pixel.name +
           " --ksizes=" + nameOf(c.ksize) + " --kernels=" + c.kernel + " --borders=" + c.border.name + " 2>/dev/null";
}

void printFirstCalls(const Options& options)
{
    std::printf(
        "milliseconds, each call waited for; first calls in a new process, with context and images already created\n"
        "%-34s %-7s %10s %10s %10s %10s %10s %7s\n",
        "", "", "first,", "first,", "repeated", "new coef-", "more than", "built");
    std::printf("%-34s %-7s %10s %10s %10s %10s %10s %7s\n", "case", "engine", "no caches", "disk cache", "",
                "ficients", "repeated", "for it");
    for (const Case& c : options.cases)
        for (const std::string engine : {"clconv", "stock"})
        {
            if (engine == "stock" && !options.stock)
                continue;
            const std::string command = childCommand(options, c, engine);
            const EmptyCaches caches;
            const Timing cold = runProcess(caches.prefix() + command), warm = runProcess(caches.prefix() + command);
            const std::string name = nameOf(c.size) + " " + c.pixel.name + " " + nameOf(c.ksize) + " " + c.kernel;
            std::printf("%-34s %-7s %10.2f %10.2f %10.3f %10.3f %10.3f %7s\n", name.c_str(), engine.c_str(), cold.first,
                        warm.first, cold.repeated, cold.another,
                        cold.another - cold.repeated, // the second process finds programs on disk
                        engine == "clconv" ? std::to_string(cold.built).c_str() : "");
            std::fflush(stdout);
        }
}

//! Prints the times of calls that do not wait for their program.
void printServedCalls(const Options& options)
{
    std::printf(
        "\nthe same calls by default, computed by a general program or the CPU until their own is built: milliseconds\n"
        "%-34s %10s %10s %10s %10s %10s\n%-34s %10s %10s %10s %10s %10s\n",
        "", "longest of", "device", "mean until", "longest,", "on a Mat,", "case", "first 100", "after", "then",
        "disk cache", "OpenCV");
    for (const Case& c : options.cases)
    {
        struct
        {
            double longest, ready, before, onMat;
        } cold, warm;
        const EmptyCaches caches;
        const std::string command = caches.prefix() + childCommand(options, c, "served");
        for (auto* t : {&cold, &warm})
            readProcess(command, "%lf %lf %lf %lf", &t->longest, &t->ready, &t->before, &t->onMat);
        const std::string name = nameOf(c.size) + " " + c.pixel.name + " " + nameOf(c.ksize) + " " + c.kernel;
        std::printf("%-34s %10.2f %10.0f %10.2f %10.2f %10.2f\n", name.c_str(), cold.longest, cold.ready, cold.before,
                    warm.longest, cold.onMat);
        std::fflush(stdout);
    }
}

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

//! Times each call alone, in batches that begin with an empty queue; for one second, but at least a few batches.
template<typename Call>
double hostUs(const Call& call)
{
    const int calls = 20, minBatches = 3, maxBatches = 100;
    std::vector<double> us;
    call(); // builds the program
    cv::ocl::finish();
    const double start = seconds();
    for (int batch = 0; batch < maxBatches && (batch < minBatches || seconds() - start < 1); batch++)
    {
        for (int i = 0; i < calls; i++)
        {
            const double before = seconds();
            call();
            us.push_back(1e6 * (seconds() - before));
        }
        cv::ocl::finish();
    }
    return median(us);
}

void printHostTimes(const Options& options)
{
    std::printf("\nhost time of a repeated call at 640x480, without waiting for the device, microseconds\n");
    for (int ksize : {3, 5, 15})
    {
        const cv::Mat kernel = makeKernel("random", ksize);
        const cv::UMat src(480, 640, CV_8UC1, cv::Scalar(77));
        cv::UMat dst;
        std::printf("8UC1 %2d   clconv %8.2f", ksize, hostUs([&] { cv::clconv::filter2D(src, dst, -1, kernel); }));
        if (options.stock)
            std::printf("   stock %8.2f", hostUs([&] { cv::filter2D(src, dst, -1, kernel); }));
        std::printf("\n");
    }
}

} // namespace

int measureFirstCalls(const Options& options)
{
    openDevice(); // throws at once if there is none
    printFirstCalls(options);
    printServedCalls(options);
    printHostTimes(options);
    return 0;
}

} // namespace bench
