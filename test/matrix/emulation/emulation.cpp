// SPDX-License-Identifier: Apache-2.0
//
// Compiles a kernel for the host, and calls it.

#include "matrix/emulation/emulation.hpp"
#include "matrix/emulation/lanes.hpp"
#include "implementations/implementation.hpp"

#include "opencv2/core/utility.hpp"
#include "opencv2/core/utils/filesystem.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sstream>

namespace clconv_test {
namespace {

typedef void (*Emulated)(const uchar* src, uchar* dst, const void* coefficients, const int* numbers, float delta);

const std::string sourceFolder = CLCONV_SOURCE_FOLDER;

std::string quoted(const std::string& path)
{
    return "'" + path + "'";
}

std::string contentOf(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

//! Builds the library; if that fails, throws the compiler's output.
void compile(const cv::clconv::Plan& plan, const std::string& clang, const std::string& library)
{
    const std::string emulation = sourceFolder + "/test/matrix/emulation", log = library + ".log";
    const std::string options = " -shared -fPIC -O1 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -I " +
                                quoted(emulation) + " -I " + quoted(sourceFolder + "/kernels") +
                                " -D NVIDIA=80 -D KERNEL_FILE='\"nvidia/" + plan.impl->name +
                                ".cl\"' -D KERNEL=" + plan.kernelName + " " + plan.options.text() + " ";
    const std::string command = quoted(clang) + options + quoted(emulation + "/emulated.cl") + " -o " +
                                quoted(library) + " > " + quoted(log) + " 2>&1";
    const bool failed = std::system(command.c_str()) != 0;
    const std::string messages = contentOf(log);
    cv::utils::fs::remove_all(log);
    if (failed)
        throw std::runtime_error(command + "\n" + messages);
}

} // namespace

EmulatedKernel::EmulatedKernel(const cv::clconv::Plan& plan, const std::string& clang) : plan_(plan)
{
    const std::string path = cv::tempfile(".so");
    compile(plan, clang, path);
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const std::string message = library_ ? "" : dlerror();
    cv::utils::fs::remove_all(path);
    if (!library_)
        throw std::runtime_error(message);
    function_ = dlsym(library_, "clconv_emulated");
    CV_Assert(function_);
}

EmulatedKernel::~EmulatedKernel()
{
    if (library_)
        dlclose(library_);
}

void EmulatedKernel::run(const cv::clconv::Problem& problem, const cv::clconv::Geometry& geometry, const uchar* src,
                         uchar* dst, const std::vector<uchar>& coefficients, double delta) const
{
    const int numbers[] = {int(geometry.srcStep), int(geometry.srcOffset), geometry.srcOrigin.x,
                           geometry.srcOrigin.y,  problem.readable.width,  problem.readable.height,
                           int(geometry.dstStep), int(geometry.dstOffset), problem.size.width,
                           problem.size.height,   problem.border};
    const Emulated function = reinterpret_cast<Emulated>(function_);
    forEachWorkItem(int(plan_.global[0] / plan_.local[0]), int(plan_.global[1] / plan_.local[1]), int(plan_.local[1]),
                    [&]() { function(src, dst, coefficients.data(), numbers, float(delta)); });
}

} // namespace clconv_test
