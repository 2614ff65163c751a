# clconv inside another project, by FetchContent: the library alone, without tests, programs and install rules; then as
# a static library with install rules, to folders of other names, and found there.
#
# As a script: cmake -DROOT=<project> -DDIR=<folder to write to> -P subproject.cmake
cmake_minimum_required(VERSION 3.16)
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

file(REMOVE_RECURSE "${DIR}")
write_example("${DIR}/example.cpp")
# Debug builds in a third of the time.
set(configure "${CMAKE_COMMAND}" -S "${ROOT}/test/package/consumer" -B "${DIR}/build" "-DEXAMPLE=${DIR}/example.cpp"
  "-DCLCONV_SOURCE=${ROOT}" -DCMAKE_BUILD_TYPE=Debug)

run(${configure} -DBUILD_TESTING=ON)
run("${CMAKE_COMMAND}" --install "${DIR}/build" --prefix "${DIR}/nothing")
run("${CMAKE_COMMAND}" --build "${DIR}/build" --target help)
if(EXISTS "${DIR}/nothing" OR out MATCHES "opencv_test_clconv|clconv_explain|clconv_bench|clconv-run|uninstall")
  message(FATAL_ERROR "there is more than the library:\n${out}")
endif()

run(${configure} -DBUILD_SHARED_LIBS=OFF -DCLCONV_INSTALL=ON -DCMAKE_INSTALL_INCLUDEDIR=headers/of/clconv
  -DCMAKE_INSTALL_LIBDIR=libraries)
run("${CMAKE_COMMAND}" --build "${DIR}/build" --parallel 2)
run_example("${DIR}/build/example" "${DIR}/build/check" "${DIR}" "OPENCV_OPENCL_DEVICE=:GPU|CPU:")
message("by FetchContent: ${out}")
run("${CMAKE_COMMAND}" --install "${DIR}/build" --prefix "${DIR}/installed")
foreach(header clconv.hpp clconv/named_filters.hpp clconv/split.hpp)
  if(NOT EXISTS "${DIR}/installed/headers/of/clconv/clconv/opencv2/${header}")
    message(FATAL_ERROR "${header} is not where CMAKE_INSTALL_INCLUDEDIR puts it")
  endif()
endforeach()
check_consumer("${DIR}/installed" "${DIR}/with_installed")
