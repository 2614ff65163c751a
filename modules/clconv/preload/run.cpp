// SPDX-License-Identifier: Apache-2.0
//
// clconv-run PROGRAM ARGUMENTS...: replaces itself by the program, with libopencv_clconv_preload.so loaded first.

#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

const char* const help =
    "Usage: clconv-run [--report[=FILE]] [--mats] PROGRAM [ARGUMENTS...]\n"
    "\n"
    "Runs a program whose filters on UMats are computed by clconv instead of OpenCV: filter2D, sepFilter2D,\n"
    "GaussianBlur, boxFilter, blur, Sobel, Scharr and Laplacian. The program needs no change. It has to be linked "
    "with\n"
    "the shared library " CLCONV_OPENCV_SONAME "; any other program runs as it does without clconv-run.\n"
    "\n"
    "  --report  when the program ends, print for each function on stderr how many calls were served, with their\n"
    "            implementations and device time, and how many were passed on to OpenCV, and why; append to FILE\n"
    "            the OpenCL programs that the calls need, for clconv-warm --from=FILE\n"
    "  --mats    serve calls on Mats (numpy arrays) too, where the device is faster, transfers included; programs are\n"
    "            built in the background. Sets OPENCV_CLCONV_MATS=auto, unless it is set\n"
    "  --help    this text\n"
    "\n"
    "Without a GPU, OpenCV's own functions stay on the CPU, and filters on UMats run on a CPU device (PoCL) where that "
    "is\n"
    "faster; OPENCV_OPENCL_DEVICE=:CPU: makes OpenCV use that device for UMats as well.\n"
    "The exit status is the program's; 127 if it is not found, 126 if it cannot be run, 2 for wrong arguments.\n";

int fail(int code, const std::string& message)
{
    std::fprintf(stderr, "clconv-run: %s\n", message.c_str());
    return code;
}

//! An absolute path, because the program may change its folder.
std::string absolute(const std::string& path)
{
    char folder[PATH_MAX];
    return path[0] == '/' || !getcwd(folder, sizeof(folder)) ? path : std::string(folder) + '/' + path;
}

//! The library's path, from the place of this program; empty if it is not there.
std::string preloadLibrary()
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length <= 0)
        return "";
    const std::string path(self, size_t(length)), folder = path.substr(0, path.rfind('/'));
    for (const char* libraries : {CLCONV_LIBRARIES_FROM_PROGRAMS, "../lib"})
    {
        char* const found = realpath((folder + '/' + libraries + "/libopencv_clconv_preload.so").c_str(), NULL);
        if (!found)
            continue;
        const std::string library = found;
        std::free(found);
        return library;
    }
    return "";
}

} // namespace

int main(int argc, char** argv)
{
    int i = 1;
    bool report = false;
    for (; i < argc && argv[i][0] == '-'; ++i)
    {
        const std::string option = argv[i];
        if (option == "--help" || option == "-h")
            return std::fputs(help, stdout) < 0 ? 1 : 0;
        const std::string withFile = "--report=";
        const bool recording = option.compare(0, withFile.size(), withFile) == 0 && option != withFile;
        if (option != "--report" && !recording && option != "--mats" && option != "--")
            return fail(2, "no option '" + option + "', see clconv-run --help");
        report = report || option == "--report" || recording;
        if (recording)
            setenv("OPENCV_CLCONV_RECORD", absolute(option.substr(withFile.size())).c_str(), 1);
        if (option == "--mats")
            setenv("OPENCV_CLCONV_MATS", "auto", 0);
        if (option == "--")
        {
            ++i;
            break;
        }
    }
    if (i >= argc)
        return fail(2, "which program? See clconv-run --help");
    const std::string library = preloadLibrary();
    if (library.empty())
        return fail(1, "libopencv_clconv_preload.so is not beside this program, in " CLCONV_LIBRARIES_FROM_PROGRAMS);
    if (library.find_first_of(" :") != std::string::npos)
        return fail(1, "the dynamic linker takes no path with a blank or a colon: " + library);
    const char* const others = std::getenv("LD_PRELOAD");
    setenv("LD_PRELOAD", (others && *others ? library + ':' + others : library).c_str(), 1);
    if (report)
        setenv("CLCONV_RUN_REPORT", std::to_string(getpid()).c_str(), 1); // the program keeps this number
    execvp(argv[i], argv + i);
    const int error = errno;
    return fail(error == ENOENT ? 127 : 126, std::string(argv[i]) + ": " + std::strerror(error));
}
