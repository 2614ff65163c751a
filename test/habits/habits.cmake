# Rules that no compiler checks: cmake -DROOT=<the project> [-DCHECKS=<names>] -P habits.cmake
# Fails, naming file and line, for
#   words       words of test/habits/old_words.txt, in sources and documents
#   includes    an include in modules/clconv/src that leads to a folder further up
#   numbers     numbers other than 0, 1 and 2 in conditions of the implementations: decisions are in the tuning tables
#   folders     more than 12 files in a folder
#   lines       lines of more than 120 characters
#   commands    a command in a document whose description has no # before it, so that the pasted line fails
#   parameters  a parameter's default in kernels/ (#ifndef NAME, #define NAME value) without a comment on either line
#   guards      an included file of kernels/ whose code does not begin with #ifndef NAME, #define NAME
# CHECKS is a list of these names; by default all are checked. self_test.cmake shows what each finds.
cmake_minimum_required(VERSION 3.18)

set(layers api host dispatch runtime planner implementations tuning coefficients problem util) # from the top
set(max_files 12)
set(max_length 120)
if(NOT CHECKS)
  set(CHECKS words includes numbers folders lines commands parameters guards)
endif()
set(findings 0)

# Control characters replace those with a meaning in CMake's lists while a file is split into lines.
string(ASCII 1 semicolon)
string(ASCII 2 open)
string(ASCII 3 close)
string(ASCII 4 backslash)

macro(report file number text)
  math(EXPR findings "${findings} + 1")
  message("${file}:${number}: ${text}")
endmacro()

# Sets the variable to the list of the file's lines, and `text` to its content.
function(read_lines file)
  file(READ "${ROOT}/${file}" text)
  string(REPLACE "\r" "" text "${text}")
  string(REPLACE ";" "${semicolon}" text "${text}")
  string(REPLACE "[" "${open}" text "${text}")
  string(REPLACE "]" "${close}" text "${text}")
  string(REPLACE "\\" "${backslash}" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  set(text "${text}" PARENT_SCOPE)
  set(lines "${lines}" PARENT_SCOPE)
endfunction()

# find_files(VARIABLE FOLDER PATTERN...): files in the folder and its subfolders, without recorded results.
function(find_files variable folder)
  set(patterns ${ARGN})
  list(TRANSFORM patterns PREPEND "${ROOT}/${folder}/")
  file(GLOB_RECURSE globbed RELATIVE "${ROOT}" ${patterns})
  list(FILTER globbed EXCLUDE REGEX "^perf/results/")
  set(${variable} ${${variable}} ${globbed} PARENT_SCOPE)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/check_words.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/check_code.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/check_layout.cmake")

foreach(check IN LISTS CHECKS)
  set(before ${findings})
  cmake_language(CALL check_${check})
  math(EXPR count "${findings} - ${before}")
  message("${check}: ${count}")
endforeach()
if(findings)
  message(FATAL_ERROR "${findings} findings")
endif()
