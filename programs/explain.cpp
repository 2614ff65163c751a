// SPDX-License-Identifier: Apache-2.0
//
// Prints how the library would filter an image: one line per implementation, with its parameters or why it would not
// run. For absent devices it plans with the library's internals, and can write the programs for a compiler.

#include "coefficients.hpp"
#include "command_line.hpp"
#include "described_devices.hpp"
#include "implementations/implementation.hpp"
#include "planner/make_plan.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/core/utils/filesystem.hpp>

#include <fstream>
#include <iostream>

namespace {

const char* const keys = "{help h||this text}"
                         "{@type|8UC1|type of the image: 8UC1, 16SC3, 32FC4, ...}"
                         "{@size|1920x1080|its size, WxH}"
                         "{@kernel|5x5|size of the kernel, WxH or one number}"
                         "{@border|reflect101|constant, replicate, reflect, reflect101 or wrap}"
                         "{device||plan for a device that need not be present; list: print their names}"
                         "{programs||a folder to write the text and the options of the device's programs to}";

std::vector<std::pair<std::string, cv::clconv::DeviceTraits>> absentDevices()
{
    auto all = programs::devices::describedDevices();
    for (const auto& target : programs::devices::compilerTargets())
        all.push_back(target);
    return all;
}

int typeFromName(const std::string& name)
{
    for (int depth = CV_8U; depth <= CV_16F; depth++)
        for (int channels = 1; channels <= CV_CN_MAX; channels++)
        {
            const int type = CV_MAKETYPE(depth, channels);
            if ("CV_" + name == cv::typeToString(type) || name == cv::typeToString(type))
                return type;
        }
    throw programs::UsageError("unknown type '" + name +
                              "': a depth (8U 8S 16U 16S 32S 16F 32F 64F), C, and a number of channels");
}

//! The arguments of the call to be explained.
struct Arguments
{
    int type, border;
    cv::Size size;
    cv::Mat kernel;
    std::string device;   //!< empty: OpenCV's
    std::string programs; //!< a folder; empty: they are not written
};

Arguments readArguments(const cv::CommandLineParser& parser)
{
    Arguments arguments;
    arguments.type = typeFromName(parser.get<cv::String>("@type"));
    arguments.size = programs::sizeFromText(parser.get<cv::String>("@size"), "size", 65536);
    const cv::Size kernelSize = programs::sizeFromText(parser.get<cv::String>("@kernel"), "kernel size", 1024);
    arguments.border = programs::borderFromName(parser.get<cv::String>("@border"));
    arguments.kernel = programs::coefficientsOf(parser.get<cv::String>("@coefficients"), kernelSize);
    arguments.device = parser.get<cv::String>("device");
    arguments.programs = parser.get<cv::String>("programs");
    if (arguments.device.empty() && !arguments.programs.empty())
        throw programs::UsageError("--programs requires --device");
    return arguments;
}

cv::clconv::DeviceTraits deviceOfName(const std::string& name)
{
    for (const auto& device : absentDevices())
        if (device.first == name)
            return device.second;
    throw programs::UsageError("--device: no device '" + name + "', see --device=list");
}

//! Writes 0.cl, 1.cl, ... and programs.json: how each is built and launched. Parameters are those of the whole plan.
void writePrograms(const cv::clconv::Plan& plan, const std::string& folder)
{
    if (!plan.impl)
        throw std::runtime_error("no implementation would run, so there is no program");
    if (!cv::utils::fs::createDirectories(folder))
        throw std::runtime_error("'" + folder + "' cannot be made");
    cv::FileStorage list(cv::utils::fs::join(folder, "programs.json"), cv::FileStorage::WRITE);
    list << "implementation" << plan.impl->name << "parameters"
         << "{";
    for (const auto& parameter : plan.params)
        list << parameter.first << parameter.second;
    list << "}"
         << "group outputs" << plan.groupOutputs << "programs"
         << "[";
    int number = 0;
    for (const cv::clconv::Plan& launch : launchesOf(plan))
    {
        const std::string file = std::to_string(number++) + ".cl";
        std::ofstream text(cv::utils::fs::join(folder, file));
        text << launch.impl->source->programCode;
        if (!text.flush())
            throw std::runtime_error("'" + folder + "/" + file + "' cannot be written");
        list << "{"
             << "file" << file << "kernel" << launch.kernelName << "options" << launch.options.text() << "group"
             << cv::Size(int(launch.local[0]), int(launch.local[1])) << "global"
             << cv::Size(int(launch.global[0]), int(launch.global[1])) << "}";
    }
    list << "]";
}

void explainFor(const cv::clconv::DeviceTraits& device, const cv::Mat& image, const Arguments& arguments)
{
    const cv::clconv::Plan plan = programs::planOn(device, image, arguments.kernel, arguments.border);
    const std::string here = cv::clconv::explain(image, -1, arguments.kernel, cv::Point(-1, -1), arguments.border);
    std::cout << "planned for " << device.name << ", which need not be present\n"
              << here.substr(0, here.find('\n') + 1) << toText(plan.verdicts)
              << (plan.impl ? "" : "opencv-cpu: taken, cv::filter2D on the CPU\n");
    if (!arguments.programs.empty())
        writePrograms(plan, arguments.programs);
}

int explain(int argc, char** argv)
{
    Arguments arguments;
    const std::string kinds = "{@coefficients|gaussian|" + programs::coefficientNames() + "}";
    if (!programs::readCommandLine(argc, argv, keys + kinds,
                                  "clconv_explain: which implementation cv::clconv::filter2D would choose, and why", 5,
                                  [&](const cv::CommandLineParser& parser) { arguments = readArguments(parser); }))
        return 0;

    if (arguments.device == "list")
    {
        for (const auto& device : absentDevices())
            std::cout << device.first << ": " << device.second.name << "\n";
        return 0;
    }
    // explain() reads the layout of an image, not its pixels: one of 64 GiB needs no memory here.
    static uchar pixels;
    const cv::Mat image(arguments.size, arguments.type, &pixels);
    if (!arguments.device.empty())
    {
        explainFor(deviceOfName(arguments.device), image, arguments);
        return 0;
    }
    std::cout << programs::deviceLine() << "\n"
              << cv::clconv::explain(image, -1, arguments.kernel, cv::Point(-1, -1), arguments.border);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_explain", [&] { return explain(argc, argv); });
}
