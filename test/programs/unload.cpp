// SPDX-License-Identifier: Apache-2.0
//
// Fails if dlclose could unload a library. It reads the library's flag, because the effect of one dlclose also depends
// on which symbols the compiler made unique.

#include <dlfcn.h>
#include <link.h>

#include <cstdio>

int main(int argc, char** argv)
{
    void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library)
    {
        std::fprintf(stderr, "usage: %s LIBRARY: %s\n", argv[0], argc == 2 ? dlerror() : "no library is named");
        return 2;
    }
    const link_map* map = nullptr;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return 2;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == DT_FLAGS_1 && (entry->d_un.d_val & DF_1_NODELETE))
            return 0;
    std::fprintf(stderr, "%s is not linked with -z nodelete\n", argv[1]);
    return 1;
}
