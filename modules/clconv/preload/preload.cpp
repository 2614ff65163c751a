// SPDX-License-Identifier: Apache-2.0
//
// The functions of libopencv_clconv_preload.so: they have the symbols of OpenCV's, and the dynamic linker finds these
// first. A call on UMats goes to clconv, any other one to OpenCV's own definition. No symbol of OpenCV is used here
// (calls.hpp), nor any of the C++ library.

#include "preload.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace clconv_preload { namespace {

//! Whether the thread is inside a call that clconv serves: clconv's CPU fallback calls OpenCV's functions.
thread_local bool inside = false;

const Calls* calls = NULL;

//! libopencv_clconv_calls.so is beside this library.
void loadCalls()
{
    Dl_info self;
    char path[4096];
    if (!dladdr(reinterpret_cast<void*>(&loadCalls), &self))
        return;
    const char* const slash = std::strrchr(self.dli_fname, '/');
    const int folder = slash ? int(slash - self.dli_fname) + 1 : 0;
    std::snprintf(path, sizeof(path), "%.*slibopencv_clconv_calls.so", folder, self.dli_fname);
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void* const entry = library ? dlsym(library, "clconv_preload_calls") : NULL;
    if (entry)
        calls = reinterpret_cast<const Calls* (*)(bool)>(entry)(isReporting());
    else
        std::fprintf(stderr, "clconv-run: no call is served: %s\n", dlerror());
}

bool isKind(const cv::_InputArray& array, int kind)
{
    return (array.getFlags() & cv::_InputArray::KIND_MASK) == kind; // isUMat() is OpenCV's symbol
}

bool areMats(const cv::_InputArray& src, const cv::_InputArray& dst)
{
    return isKind(src, cv::_InputArray::MAT) && isKind(dst, cv::_InputArray::MAT);
}

//! Whether calls on Mats are served too.
bool servesMats()
{
    static const char* const mode = std::getenv("OPENCV_CLCONV_MATS");
    return mode && *mode && std::strcmp(mode, "off") != 0;
}

bool isSmall(const cv::_InputArray& mat)
{
    const cv::Mat& image = *static_cast<const cv::Mat*>(mat.getObj());
    return image.dims == 2 && double(image.rows) * image.cols * CV_MAT_CN(image.flags) < minScalars;
}

//! The table if the call is to be served. Otherwise counts it as passed on, and returns null.
//! @param memory set to where its images are
const Calls* serving(Function function, const cv::_InputArray& src, const cv::_InputArray& dst, Memory& memory)
{
    if (inside)
        return NULL;
    if (!isFromOwnVersion(function))
        return passOn(function, Reason::OtherOpenCV);
    const bool onMats = servesMats() && areMats(src, dst);
    if (!onMats && (!isKind(src, cv::_InputArray::UMAT) || !isKind(dst, cv::_InputArray::UMAT)))
        return passOn(function, Reason::NoUMats);
    if (onMats && isSmall(src))
        return passOn(function, Reason::Small);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &loadCalls);
    if (!calls)
        return passOn(function, Reason::NoLibrary);
    memory = Memory::Host;
    if (onMats) // OpenCL is initialised in the background for them
        return calls;
    inside = true; // OpenCL's initialisation may run anything
    memory = calls->memoryOfUMats();
    inside = false;
    return memory == Memory::None ? passOn(function, Reason::NoOpenCL) : calls;
}

//! Seconds of a clock that never goes back.
double now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

template<typename T>
struct Same
{
    typedef T type;
};

template<typename... P>
void call(Function function, ServedBy (*Calls::*member)(cv::InputArray, cv::OutputArray, P...), cv::InputArray src,
          cv::OutputArray dst, typename Same<P>::type... arguments)
{
    Memory memory = Memory::None;
    const Calls* const table = serving(function, src, dst, memory);
    const bool onHost = table && memory == Memory::Host;
    if (table)
    {
        inside = true;
        const ServedBy server = (table->*member)(src, dst, arguments...);
        inside = false;
        if (server == ServedBy::Clconv)
            countServed(function, table);
        else
            passOn(function, onHost ? table->whyNotOnHost() : Reason::Refused);
        if (server != ServedBy::Nobody)
            return table->rethrow();
    }
    typedef void (*Definition)(cv::InputArray, cv::OutputArray, P...);
    const double start = onHost ? now() : 0;
    reinterpret_cast<Definition>(nextDefinition(function))(src, dst, arguments...);
    if (onHost)
        table->addCpuTime(now() - start);
}

//! Destructors of the main thread's objects are called before all else when it calls exit(); the C library's function
//! registers one without the C++ library. See BackgroundThread::stopAtExit.
extern "C" int __cxa_thread_atexit_impl(void (*)(void*), void*, void*);
extern "C" void* __dso_handle;

void stopInBackground(void*)
{
    if (calls)
        calls->stop();
}

__attribute__((constructor)) void registerEnd()
{
    __cxa_thread_atexit_impl(&stopInBackground, NULL, &__dso_handle);
}

}} // namespace clconv_preload

namespace cv {

#define CLCONV_DEFINE(name, parameters, ...)                                                                           \
    void name parameters                                                                                               \
    {                                                                                                                  \
        using namespace clconv_preload;                                                                                \
        call(Function::name, &Calls::name, src, dst, __VA_ARGS__);                                                     \
    }
CLCONV_SERVED(CLCONV_DEFINE)
#undef CLCONV_DEFINE

} // namespace cv
