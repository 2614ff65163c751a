# Lays clconv out as a module of opencv_contrib, complete in one folder:
#
#   cmake -DOUTPUT=<folder>/clconv -P cmake/contrib/layout.cmake        (./dev contrib)
#
# The folder is replaced. It has the parts that such modules have (include, src, src/opencl, test, perf, samples,
# tutorials, misc/python/test) and no others.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
if(NOT OUTPUT OR (EXISTS "${OUTPUT}" AND NOT EXISTS "${OUTPUT}/cmake/embed_kernels.cmake"))
  message(FATAL_ERROR "OUTPUT is the module's folder, which is new or was written by this script")
endif()
file(REMOVE_RECURSE "${OUTPUT}")

# clconv_copy(FOLDER [AS FOLDER] [EXCEPT regular expressions of paths in it])
function(clconv_copy from)
  cmake_parse_arguments(copy "" "AS" "EXCEPT" ${ARGN})
  if(NOT copy_AS)
    set(copy_AS "${from}")
  endif()
  file(GLOB_RECURSE files RELATIVE "${root}/${from}" "${root}/${from}/*.cpp" "${root}/${from}/*.hpp"
    "${root}/${from}/*.cl" "${root}/${from}/*.txt" "${root}/${from}/*.in")
  foreach(file IN LISTS files)
    foreach(pattern IN LISTS copy_EXCEPT)
      if(file MATCHES "${pattern}")
        set(file "")
        break()
      endif()
    endforeach()
    if(file)
      get_filename_component(folder "${OUTPUT}/${copy_AS}/${file}" DIRECTORY)
      file(COPY "${root}/${from}/${file}" DESTINATION "${folder}")
    endif()
  endforeach()
endfunction()

foreach(part include src)
  clconv_copy(modules/clconv/${part} AS ${part})
endforeach()
clconv_copy(kernels AS src/opencl)
# Tests that run in one process, without the project's other programs.
clconv_copy(test EXCEPT "[.]txt$" "^(bench|dask|examples|faults|foreign|frei0r|fuzz|golden|gstreamer|habits|package)/"
  "^(programs|python|run|sanitizers|soak|streams|video)/" "^matrix/emulation/"
  "^support/fuzz/(call_text|random_call|shrink)" "/fuzz_[a-z0-9]*.cpp$"
  "^planner/test_parameter_values" "^bits/(bits|repeatable).cpp$" "^mats/without_device.cpp$"
  "^bands/faulty_split.cpp$" "^dispatch/delayed_opencl.cpp$" "^fft/count_operations.cpp$"
  "^tuning/.*_(chain|cells).cpp$")
clconv_copy(perf/opencv_ts AS perf)
foreach(file described_devices.hpp devices.hpp devices.cpp)
  file(COPY "${root}/programs/${file}" DESTINATION "${OUTPUT}/test/programs")
endforeach()
file(COPY "${root}/samples/filter2d.cpp" DESTINATION "${OUTPUT}/samples")
file(COPY "${root}/cmake/embed.cmake" "${root}/cmake/embed_kernels.cmake" DESTINATION "${OUTPUT}/cmake")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt" "${CMAKE_CURRENT_LIST_DIR}/README.md" DESTINATION "${OUTPUT}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/opencl_functions.cpp" DESTINATION "${OUTPUT}/src/util")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/filters.markdown" DESTINATION "${OUTPUT}/tutorials")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/test_clconv.py" DESTINATION "${OUTPUT}/misc/python/test")
