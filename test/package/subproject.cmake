# clconv inside another project: by add_subdirectory, the library alone, without tests, programs and install rules; then
# by FetchContent, as a static library with install rules, in folders of other names, where it must be found. The
# projects are the code of docs/install/README.md, with the location of the source.
#
# As a script: cmake -DROOT=<project> -DDIR=<folder to write to> -P subproject.cmake
cmake_minimum_required(VERSION 3.16)
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

file(REMOVE_RECURSE "${DIR}")
set(head "cmake_minimum_required(VERSION 3.16)\nproject(consumer LANGUAGES CXX)\n")

read_code(lists docs/install/README.md "add_subdirectory(clconv)" "```")
string(REPLACE "clconv)" "\"${ROOT}\" clconv)" lists "${lists}")
file(WRITE "${DIR}/subdirectory/CMakeLists.txt" "${head}${lists}")
set(build "${DIR}/subdirectory/build")
run("${CMAKE_COMMAND}" -S "${DIR}/subdirectory" -B "${build}" -DBUILD_TESTING=ON)
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${DIR}/nothing")
run("${CMAKE_COMMAND}" --build "${build}" --target help)
if(EXISTS "${DIR}/nothing" OR out MATCHES "opencv_test_clconv|clconv_explain|clconv_bench|clconv-run|uninstall")
  message(FATAL_ERROR "there is more than the library:\n${out}")
endif()

write_example("${DIR}/example.cpp")
read_code(lists docs/install/README.md "include(FetchContent)" "```")
string(REPLACE "URL <archive of the source>" "SOURCE_DIR \"${ROOT}\"" lists "${lists}")
read_code(target docs/install/README.md "add_executable(example" "```")
file(WRITE "${DIR}/CMakeLists.txt"
  "${head}${lists}find_package(OpenCV REQUIRED COMPONENTS imgcodecs)\n${target}")
# Debug builds take a third of the time.
run("${CMAKE_COMMAND}" -S "${DIR}" -B "${DIR}/build" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=OFF
  -DCLCONV_INSTALL=ON -DCMAKE_INSTALL_INCLUDEDIR=headers/of/clconv -DCMAKE_INSTALL_LIBDIR=libraries)
run("${CMAKE_COMMAND}" --build "${DIR}/build" --parallel 2)
build_check("${DIR}")
run_example("${DIR}/build/example" "${DIR}/check/check" "${DIR}" "OPENCV_OPENCL_DEVICE=:GPU|CPU:")
message("by FetchContent: ${out}")
run("${CMAKE_COMMAND}" --install "${DIR}/build" --prefix "${DIR}/installed")
foreach(header clconv.hpp clconv/named_filters.hpp clconv/split.hpp clconv/chain.hpp clconv/version.hpp)
  if(NOT EXISTS "${DIR}/installed/headers/of/clconv/clconv/opencv2/${header}")
    message(FATAL_ERROR "${header} is not where CMAKE_INSTALL_INCLUDEDIR puts it")
  endif()
endforeach()
check_consumer("${DIR}/installed" "${DIR}/with_installed")
