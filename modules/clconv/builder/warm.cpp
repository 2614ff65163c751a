// SPDX-License-Identifier: Apache-2.0
//
// clconv-warm: builds programs before they are needed, so that processes load them from the caches on disk.

#include "dispatch/dispatcher.hpp"
#include "opencv2/clconv/named_filters.hpp"
#include "opencv2/core/utils/filesystem.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>

namespace {

using namespace cv;

const char* const keys =
    "{help h  || this text}"
    "{from    || build the programs in this file, which OPENCV_CLCONV_RECORD=FILE or clconv-run --report=FILE wrote}"
    "{tour    || build the general programs of a GPU, and the usual filters of 1920x1080 images}"
    "{into    || a folder for the caches of OpenCV and of the driver; the variables to set are printed}"
    "{list    || print how many programs of clconv OpenCV's cache has, by device and driver}"
    "{clear   || remove them}";

//! Environment variables that drivers and OpenCV read, with a folder for each.
const char* const cacheVariables[][2] = {{"OPENCV_OPENCL_CACHE_DIR", "opencv"},
                                         {"CUDA_CACHE_PATH", "nvidia"},
                                         {"POCL_CACHE_DIR", "pocl"},
                                         {"MESA_SHADER_CACHE_DIR", "mesa"},
                                         {"NEO_CACHE_DIR", "intel"}};

//! Sets them, before OpenCV or a driver reads them.
void useFolder(const std::string& into)
{
    if (!utils::fs::createDirectories(into))
        throw std::runtime_error("'" + into + "' cannot be made");
    const std::string folder = utils::fs::canonical(into);
    for (const auto& variable : cacheVariables)
    {
        const std::string path = utils::fs::join(folder, variable[1]);
        if (!utils::fs::createDirectories(path))
            throw std::runtime_error("'" + path + "' cannot be made");
        setenv(variable[0], path.c_str(), 1);
        std::cout << "export " << variable[0] << "='" << path << "'\n";
    }
}

//! OpenCV's cache; throws where it is off.
std::string cacheFolder()
{
    const std::string path = clconv::KnownPrograms::instance().path();
    if (path.empty())
        throw std::runtime_error("OpenCV's cache on disk is off");
    return utils::fs::getParent(path);
}

std::vector<String> cachedPrograms()
{
    std::vector<String> files;
    utils::fs::glob(cacheFolder(), "clconv--*.bin", files, true);
    return files;
}

void list()
{
    std::map<std::string, int> counts;
    for (const String& file : cachedPrograms())
        ++counts[utils::fs::getParent(file)];
    for (const auto& folder : counts)
        std::cout << folder.second << " programs in " << folder.first << '\n';
    if (counts.empty())
        std::cout << "no programs in " << cacheFolder() << '\n';
}

void clear()
{
    for (const String& file : cachedPrograms())
        std::remove(file.c_str());
    std::remove(clconv::KnownPrograms::instance().path().c_str());
    clconv::KnownPrograms::instance().forget();
}

//! @returns how many lines could not be built
int buildRecorded(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("'" + path + "' cannot be read");
    int number = 0, failed = 0;
    for (std::string line; std::getline(file, line);)
        try
        {
            ++number;
            const clconv::Rehearsal rehearsal = clconv::rehearsalFromText(line);
            const std::shared_ptr<clconv::Dispatcher> dispatcher = clconv::Dispatcher::current();
            dispatcher->build(rehearsal);
            const std::shared_ptr<const clconv::CompiledPlan> built = dispatcher->readyProgram(rehearsal.problem);
            if (!built || !built->plan.impl)
                throw std::runtime_error("no program is built for it; OPENCV_LOG_LEVEL=DEBUG shows why");
        }
        catch (const std::exception& e)
        {
            std::cerr << "clconv-warm: " << path << ':' << number << ": " << e.what() << '\n';
            ++failed;
        }
    return failed;
}

void buildGeneralPrograms()
{
    const int pairs[][2] = {{CV_8U, CV_8U},   {CV_8U, CV_16S},  {CV_8U, CV_32F},
                            {CV_16U, CV_16U}, {CV_16S, CV_16S}, {CV_32F, CV_32F}};
    for (const auto& pair : pairs)
    {
        clconv::Problem problem = clconv::Problem();
        problem.srcDepth = pair[0];
        problem.dstDepth = pair[1];
        clconv::Dispatcher::current()->build(clconv::Dispatcher::rehearsalOfGeneral(problem));
    }
}

void callUsualFilters(int type)
{
    const UMat image(Size(1920, 1080), type, Scalar::all(0));
    const int derivatives = CV_MAT_DEPTH(type) == CV_8U ? CV_16S : CV_32F;
    UMat result;
    for (int size : {3, 5, 7})
    {
        clconv::GaussianBlur(image, result, Size(size, size), 0);
        clconv::blur(image, result, Size(size, size));
        Mat taps(size, size, CV_32F);
        randu(taps, -1, 1);
        clconv::filter2D(image, result, -1, taps);
    }
    clconv::Sobel(image, result, derivatives, 1, 0);
    clconv::Sobel(image, result, derivatives, 0, 1);
    clconv::Scharr(image, result, derivatives, 1, 0);
    clconv::Scharr(image, result, derivatives, 0, 1);
    clconv::Laplacian(image, result, derivatives);
    ocl::finish();
}

int warm(const CommandLineParser& options)
{
    if (!options.has("from") && !options.has("tour"))
        return 0;
    if (!ocl::useOpenCL())
        throw std::runtime_error("there is no OpenCL device; see OPENCV_OPENCL_DEVICE");
    const clconv::ColdCallsScope wait(clconv::COLD_WAIT);
    const int failed = options.has("from") ? buildRecorded(options.get<String>("from")) : 0;
    if (options.has("tour"))
    {
        if (!clconv::Dispatcher::current()->traits().cpu)
            buildGeneralPrograms();
        for (int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_32FC1})
            callUsualFilters(type);
    }
    std::cout << "# " << clconv::programsBuilt() << " programs for " << ocl::Device::getDefault().name() << '\n';
    return failed ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    CommandLineParser options(argc, argv, keys);
    options.about("clconv-warm: builds OpenCL programs ahead, so that the first calls of other processes load them");
    if (options.has("help") || argc == 1)
        return options.printMessage(), 0;
    setenv("OPENCV_OPENCL_DEVICE", ":GPU|CPU:", 0); // OpenCV selects GPUs alone; Mats may need a CPU device
    unsetenv("OPENCV_CLCONV_RECORD");               // it may be the file that is read
    try
    {
        if (!options.check())
            return options.printErrors(), 2;
        if (options.has("into"))
            useFolder(options.get<String>("into"));
        if (options.has("clear"))
            clear();
        const int status = warm(options);
        if (options.has("list"))
            list();
        return status;
    }
    catch (const std::exception& e)
    {
        std::cerr << "clconv-warm: " << e.what() << '\n';
        return 1;
    }
}
