// SPDX-License-Identifier: Apache-2.0
//
// Looks for OpenCV's definitions in the libraries of the process.

#include "preload.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace clconv_preload {
namespace {

const char* baseName(const char* path)
{
    const char* const slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool hasFilters(const char* path)
{
    const char* const name = baseName(path);
    return !std::strncmp(name, "libopencv_imgproc.so", 20) || !std::strncmp(name, "libopencv_world.so", 18);
}

int findLibrary(dl_phdr_info* info, size_t, void* found)
{
    if (!hasFilters(info->dlpi_name))
        return 0;
    *static_cast<const char**>(found) = info->dlpi_name;
    return 1;
}

//! RTLD_NEXT covers what the program is linked with; libraries of plugins, such as Python's modules, are looked up in
//! the process.
void* find(const char* symbol)
{
    if (void* definition = dlsym(RTLD_NEXT, symbol))
        return definition;
    const char* path = NULL;
    dl_iterate_phdr(&findLibrary, &path);
    void* const library = path ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return library ? dlsym(library, symbol) : NULL;
}

//! The name that a library has for the dynamic linker; empty if it has none.
const char* sonameOf(const link_map* library)
{
    const char* strings = NULL;
    size_t offset = 0;
    for (const ElfW(Dyn)* entry = library->l_ld; entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == DT_STRTAB)
            strings = reinterpret_cast<const char*>(entry->d_un.d_ptr); // glibc has added the library's address
        else if (entry->d_tag == DT_SONAME)
            offset = entry->d_un.d_val;
    return strings && offset ? strings + offset : "";
}

//! Looks for a text that every build of OpenCV's core module contains.
bool containsOpenCV(const dl_phdr_info* info)
{
    const char text[] = "General configuration for OpenCV";
    for (int i = 0; i < info->dlpi_phnum; ++i)
    {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        const bool constant = segment.p_type == PT_LOAD && (segment.p_flags & (PF_R | PF_W)) == PF_R;
        const void* const begin = reinterpret_cast<const void*>(info->dlpi_addr + segment.p_vaddr);
        if (constant && memmem(begin, segment.p_memsz, text, sizeof(text) - 1))
            return true;
    }
    return false;
}

//! The program itself, Python's module and OpenCV's libraries are the ones that can contain OpenCV.
int findOther(dl_phdr_info* info, size_t, void* found)
{
    const char* const name = baseName(info->dlpi_name);
    const bool isProgram = !*name;
    const bool isShared = !std::strncmp(name, "libopencv_core.so", 17) || hasFilters(name);
    const bool isModule = !std::strncmp(name, "cv2.", 4);
    const bool other = isShared ? !std::strstr(name, std::strrchr(CLCONV_OPENCV_SONAME, '.'))
                                : (isProgram || isModule) && containsOpenCV(info);
    if (!other)
        return 0;
    *static_cast<const char**>(found) = isProgram ? "the program itself" : info->dlpi_name;
    return 1;
}

} // namespace

void* nextDefinition(Function function)
{
#define CLCONV_ADDRESS(name, ...) reinterpret_cast<void*>(&cv::name),
    static void* const own[] = {CLCONV_SERVED(CLCONV_ADDRESS)};
#undef CLCONV_ADDRESS
    static std::atomic<void*> definitions[functionCount];
    void* definition = definitions[int(function)];
    if (definition)
        return definition;
    Dl_info info = Dl_info(); // whose symbol is OpenCV's too
    dladdr(own[int(function)], &info);
    definitions[int(function)] = definition = find(info.dli_sname);
    if (definition)
        return definition;
    std::fprintf(stderr, "clconv-run: no library of the process has OpenCV's %s\n", info.dli_sname);
    std::abort();
}

bool isFromOwnVersion(Function function)
{
    static std::atomic<int> known[functionCount]; // 0: not yet
    if (!known[int(function)])
    {
        Dl_info info;
        link_map* library = NULL;
        const bool found =
            dladdr1(nextDefinition(function), &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP);
        known[int(function)] = found && library && !std::strcmp(sonameOf(library), CLCONV_OPENCV_SONAME) ? 1 : -1;
    }
    return known[int(function)] > 0;
}

const char* otherOpenCV()
{
    const char* path = NULL;
    dl_iterate_phdr(&findOther, &path);
    return path;
}

} // namespace clconv_preload
