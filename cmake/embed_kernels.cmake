# Turns a folder of OpenCL files into C++: for each NAME.cl a cv::ocl::internal::ProgramEntry
# cv::ocl::clconv::NAME_oclsrc, the same symbols that OpenCV's own cl2cpp script makes; and cv::ocl::clconv::embeddedFiles, an array
# of pointers to them all.
#
# As a script: cmake -DCL_DIR=<folder> -DOUTPUT=<file.cpp> [-DONLY=<file.cl>] -P embed_kernels.cmake
# It writes file.hpp beside file.cpp. With ONLY it takes that one file and makes no array, else all of the folder and the folders
# in it.
#
# A line #include "folder/other.cl", seen from CL_DIR, is replaced by that file the first time, and by nothing after that: no file
# needs a guard. ONLY's own folder is looked into before CL_DIR. Comments, indentation and empty lines are left out, so that a
# long head costs nothing at run time; what is left keeps its lines, so that a compiler's message can quote them, but not their
# numbers.

file(GLOB_RECURSE files "${CL_DIR}/*.cl")
if(ONLY)
  set(files "${ONLY}")
  get_filename_component(own_folder "${ONLY}" DIRECTORY)
endif()
list(SORT files)
if(NOT files)
  message(FATAL_ERROR "no OpenCL files in ${CL_DIR}")
endif()

set(body "")
set(declarations "")
set(pointers "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  set(seen "")
  while(text MATCHES "#include \"([a-z0-9_/]+\\.cl)\"\n")
    set(line "${CMAKE_MATCH_0}")
    set(path "${CL_DIR}/${CMAKE_MATCH_1}")
    if(ONLY AND EXISTS "${own_folder}/${CMAKE_MATCH_1}")
      set(path "${own_folder}/${CMAKE_MATCH_1}")
    endif()
    set(included "")
    list(FIND seen "${path}" found)
    if(found LESS 0)
      file(READ "${path}" included)
      list(APPEND seen "${path}")
    endif()
    string(FIND "${text}" "${line}" at)
    string(LENGTH "${line}" length)
    math(EXPR behind "${at} + ${length}")
    string(SUBSTRING "${text}" 0 ${at} before)
    string(SUBSTRING "${text}" ${behind} -1 after)
    set(text "${before}${included}${after}")
  endwhile()
  string(REPLACE "\r" "" text "${text}")
  # CMake takes these characters for list syntax in what follows: they pass through placeholders.
  string(REPLACE ";" "@semicolon@" text "${text}")
  string(REPLACE "[" "@open@" text "${text}")
  string(REPLACE "]" "@close@" text "${text}")
  string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
  string(REGEX REPLACE "[ \t]*//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n[ \t]+" "\n" text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  string(REGEX REPLACE "^\n" "" text "${text}")
  string(LENGTH "${text}" length)
  if(length GREATER 65535)
    message(FATAL_ERROR "${name}.cl is longer than the 65535 bytes that every C++ compiler takes as one literal")
  endif()
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n\"" text "${text}")
  string(REPLACE "@close@" "]" text "${text}")
  string(REPLACE "@open@" "[" text "${text}")
  string(REPLACE "@semicolon@" ";" text "${text}")
  string(MD5 hash "${text}")
  string(APPEND body
    "struct internal::ProgramEntry ${name}_oclsrc = {\"clconv\", \"${name}\",\n\"${text}\",\n\"${hash}\", NULL};\n\n")
  string(APPEND declarations "extern struct internal::ProgramEntry ${name}_oclsrc;\n")
  string(APPEND pointers "    &${name}_oclsrc,\n")
endforeach()
if(NOT ONLY)
  list(LENGTH files count)
  string(APPEND body "const struct internal::ProgramEntry* const embeddedFiles[${count}] = {\n${pointers}};\n")
  string(APPEND declarations "extern const struct internal::ProgramEntry* const embeddedFiles[${count}];\n")
endif()

set(notice "// Made by embed_kernels.cmake from the files in kernels/. Do not edit.\n")
set(open "namespace cv\n{\nnamespace ocl\n{\nnamespace clconv\n{\n\n")
set(close "\n} // namespace clconv\n} // namespace ocl\n} // namespace cv\n")
string(REGEX REPLACE "\\.cpp$" ".hpp" header "${OUTPUT}")
get_filename_component(header_name "${header}" NAME)
file(WRITE "${header}" "${notice}#pragma once\n#include \"opencv2/core/ocl.hpp\"\n#include \"opencv2/core/ocl_genbase.hpp\"\n\n${open}${declarations}${close}")
file(WRITE "${OUTPUT}" "${notice}#include \"opencv2/core.hpp\"\n#include \"${header_name}\"\n\n${open}${body}${close}")
