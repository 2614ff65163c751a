# Warnings and sanitizers, the same for every target.
add_library(clconv_compiler INTERFACE)
if(MSVC)
  target_compile_options(clconv_compiler INTERFACE /W4 /utf-8 $<$<BOOL:${CLCONV_WERROR}>:/WX>)
else()
  target_compile_options(clconv_compiler INTERFACE -Wall -Wextra -Wshadow $<$<BOOL:${CLCONV_WERROR}>:-Werror>)
endif()
if(CLCONV_SANITIZE)
  target_compile_options(clconv_compiler INTERFACE -fsanitize=${CLCONV_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all) # findings of UBSan end the program, like those of the others
  target_link_options(clconv_compiler INTERFACE -fsanitize=${CLCONV_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Under sanitizers GCC 12 warns of uninitialized values in <regex>. It also warns that TSan does not see fences:
    # threads that read what copy_rows.cpp has copied wait for a lock, which TSan does see.
    target_compile_options(clconv_compiler INTERFACE -Wno-maybe-uninitialized -Wno-tsan)
  endif()
endif()

# clconv_precompile(TARGET HEADER...): compiles headers once that nearly every source of the target includes. OpenCV's
# headers take two thirds of the time of a build. CMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without.
function(clconv_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# The environment of test programs. Drivers keep memory until the end; NVIDIA's maps addresses that ASan would protect.
# Compilers in drivers allocate from millions of call stacks, all of which ASan stores: with short stacks the suite on
# PoCL takes a fraction of the time. OpenCV and drivers are not instrumented: TSan sees their locks, but neither their
# atomics nor the memory that these guard.
set(clconv_suppressions "${CMAKE_CURRENT_LIST_DIR}/../test/sanitizers")
set(CLCONV_SANITIZER_ENVIRONMENT "")
if(CLCONV_SANITIZE)
  set(CLCONV_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=protect_shadow_gap=0:malloc_context_size=3" "UBSAN_OPTIONS=print_stacktrace=1"
    "LSAN_OPTIONS=suppressions=${clconv_suppressions}/lsan.txt:print_suppressions=0"
    "TSAN_OPTIONS=ignore_noninstrumented_modules=1:second_deadlock_stack=1")
endif()
if(CLCONV_SANITIZE MATCHES "thread") # TSan does not see how OpenCV passes parts of a loop to TBB's threads
  list(APPEND CLCONV_SANITIZER_ENVIRONMENT "OPENCV_FOR_THREADS_NUM=1")
endif()
