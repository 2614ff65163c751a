# Compiles each file of kernels/ alone, as a reader would: clang -cl-std=CL1.2 -fsyntax-only -I kernels FILE. Warnings
# are errors. Skipped, with a line that begins so, if clang is missing or older than 13, which needs more options.
# As a script: cmake -DCLANG=<clang> -DKERNELS=<folder> -P kernels_with_clang.cmake

if(NOT CLANG)
  message("skipped: clang is not installed")
  return()
endif()
execute_process(COMMAND "${CLANG}" --version OUTPUT_VARIABLE text)
if(NOT text MATCHES "version ([0-9]+)" OR CMAKE_MATCH_1 LESS 13)
  message("skipped: clang 13 or later is needed, not: ${text}")
  return()
endif()

file(GLOB_RECURSE files "${KERNELS}/*.cl")
if(NOT files)
  message(FATAL_ERROR "no OpenCL files in ${KERNELS}")
endif()
foreach(file IN LISTS files)
  execute_process(COMMAND "${CLANG}" -cl-std=CL1.2 -fsyntax-only -Werror -I "${KERNELS}" "${file}"
    RESULT_VARIABLE code ERROR_VARIABLE messages)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${file}:\n${messages}")
  endif()
endforeach()
