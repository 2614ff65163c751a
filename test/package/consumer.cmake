# A user's steps with an installed clconv: the example of the README is compiled with CMake and with pkg-config, as
# docs/install/README.md states, and run; clconv-run accelerates a program; Python imports the module.
#
# As a script: cmake -DROOT=<project> -DPREFIX=<where clconv is installed> -DDIR=<folder to write to> -P consumer.cmake
# With -DHAS_PYTHON=ON the Python module must be installed. With -DSYSTEM=ON the tools are not given the prefix and must
# find it themselves. Other scripts include this one and call check_consumer(PREFIX DIR).
cmake_minimum_required(VERSION 3.16)

# run(COMMAND...): must succeed; sets `out` to the output.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}: ${code}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

# read_code(VARIABLE DOCUMENT BEGIN END): the text of a document from a line that starts with BEGIN to before END.
function(read_code variable document begin end)
  file(READ "${ROOT}/${document}" text)
  string(FIND "${text}" "\n${begin}" at)
  if(at LESS 0)
    message(FATAL_ERROR "${document} has no code that begins with '${begin}'")
  endif()
  math(EXPR at "${at} + 1")
  string(SUBSTRING "${text}" ${at} -1 text)
  string(FIND "${text}" "${end}" length)
  string(SUBSTRING "${text}" 0 ${length} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(write_example file)
  read_code(text README.md "#include <opencv2/clconv.hpp>" "```")
  file(WRITE "${file}" "${text}")
endfunction()

# build_check(DIR): builds DIR/check/check, as a project that finds OpenCV and, with the options given, clconv.
function(build_check dir)
  run("${CMAKE_COMMAND}" -S "${ROOT}/test/package/consumer" -B "${dir}/check" ${ARGN} -DCMAKE_BUILD_TYPE=Release)
  run("${CMAKE_COMMAND}" --build "${dir}/check")
endfunction()

# run_example(PROGRAM CHECK DIR ENVIRONMENT): the program's picture must equal OpenCV's.
function(run_example program check dir environment)
  file(REMOVE "${dir}/in.png" "${dir}/out.png")
  run("${check}" "${dir}/in.png")
  run("${CMAKE_COMMAND}" -E chdir "${dir}" "${CMAKE_COMMAND}" -E env ${environment} "${program}")
  run("${CMAKE_COMMAND}" -E env OPENCV_OPENCL_DEVICE=disabled "${check}" "${dir}/in.png" "${dir}/out.png")
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(check_consumer prefix dir)
  file(REMOVE_RECURSE "${dir}")
  write_example("${dir}/example.cpp")
  set(environment "OPENCV_OPENCL_DEVICE=:GPU|CPU:")
  set(cmake_finds "")
  set(pkg_config_finds "")
  file(GLOB_RECURSE pc "${prefix}/*/clconv.pc")
  if(NOT pc MATCHES "^[^;]+$")
    message(FATAL_ERROR "one clconv.pc is expected in ${prefix}: ${pc}")
  endif()
  get_filename_component(libraries "${pc}" DIRECTORY)
  get_filename_component(libraries "${libraries}" DIRECTORY)
  if(NOT SYSTEM)
    list(APPEND environment "LD_LIBRARY_PATH=${libraries}")
    set(cmake_finds "-Dclconv_DIR=${libraries}/cmake/clconv")
    set(pkg_config_finds "PKG_CONFIG_PATH=${libraries}/pkgconfig")
  endif()

  build_check("${dir}" -DHAS_CLCONV=ON ${cmake_finds})
  set(check "${dir}/check/check")
  read_code(lists docs/install/README.md "cmake_minimum_required" "```")
  file(WRITE "${dir}/CMakeLists.txt" "${lists}")
  run("${CMAKE_COMMAND}" -S "${dir}" -B "${dir}/build" ${cmake_finds} -DCMAKE_BUILD_TYPE=Release)
  run("${CMAKE_COMMAND}" --build "${dir}/build")
  run_example("${dir}/build/example" "${check}" "${dir}" "${environment}")
  message("${prefix}: with CMake: ${out}")

  find_program(PKG_CONFIG pkg-config)
  run("${CMAKE_COMMAND}" -E env ${pkg_config_finds} "${PKG_CONFIG}" --print-requires-private clconv)
  string(REGEX MATCH "opencv[0-9]+" opencv "${out}")
  read_code(line docs/install/README.md "    c++ example.cpp" "\n")
  string(REPLACE "opencv4" "${opencv}" line "${line}")
  run("${CMAKE_COMMAND}" -E chdir "${dir}" "${CMAKE_COMMAND}" -E env ${pkg_config_finds} sh -c "${line}")
  run_example("${dir}/a.out" "${check}" "${dir}" "${environment}")
  message("${prefix}: with pkg-config: ${out}")

  if(EXISTS "${prefix}/bin/clconv-run")
    run("${CMAKE_COMMAND}" -E env "OPENCV_OPENCL_DEVICE=:GPU|CPU:"
      "${prefix}/bin/clconv-run" --report "${check}" "${dir}/in.png" "${dir}/out.png")
    if(NOT out MATCHES "clconv-run: filter2D: 1 served")
      message(FATAL_ERROR "clconv-run has not served the call:\n${out}")
    endif()
    message("${prefix}: ${out}")
  endif()

  file(GLOB_RECURSE module "${prefix}/lib/python*/__init__.py")
  list(FILTER module INCLUDE REGEX "-packages/clconv/__init__.py$")
  if(HAS_PYTHON AND NOT module)
    message(FATAL_ERROR "${prefix}: the Python module is missing")
  endif()
  if(HAS_PYTHON)
    get_filename_component(packages "${module}" DIRECTORY)
    get_filename_component(packages "${packages}" DIRECTORY)
    if(NOT SYSTEM)
      list(APPEND environment "PYTHONPATH=${packages}")
    endif()
    find_program(PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
    run("${CMAKE_COMMAND}" -E env ${environment} "${PYTHON}" -B "${ROOT}/test/package/consumer/check.py"
      "${packages}" "${dir}/in.png" "${dir}/out.png")
    message("${prefix}: with Python: ${out}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  check_consumer("${PREFIX}" "${DIR}")
endif()
