# A short run of clconv_tune, for filters and a chain. It must end within its budget, and the library must find the file
# by itself, unless the environment names another file or none, or others can write the file. With a margin of 0 each
# cell gets a line, whatever the times are (docs/tuning/your-gpu.md).
#
#   cmake -DPROGRAM=clconv_tune -DEXPLAIN=clconv_explain -DCHAIN=clconv_explain_chain -DDIR=config -P tuner.cmake

cmake_minimum_required(VERSION 3.16)
file(REMOVE_RECURSE "${DIR}")
set(ENV{XDG_CONFIG_HOME} "${DIR}")
unset(ENV{OPENCV_CLCONV_TUNING_FILE})
set(budget 30)
string(TIMESTAMP start "%s")
set(options --types=8UC1 --ksizes=3 --kernels=random --sizes=160x120,640x480 --impls=taken --margin=0
  --chains=edges)
execute_process(COMMAND sh -c "umask 002 && exec \"$@\"" sh "${PROGRAM}" ${options} --budget=${budget}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(TIMESTAMP end "%s")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "clconv_tune ends with ${result}:\n${output}")
endif()
math(EXPR seconds "${end} - ${start}")
if(seconds GREATER 36) # allows for the last builds and calls on a busy machine
  message(FATAL_ERROR "a budget of ${budget} seconds took ${seconds}:\n${output}")
endif()
file(GLOB file "${DIR}/clconv/tuning/*") # exactly one file, complete
file(READ "${file}" text)
if(NOT text MATCHES "^clconv tuning 1\n.*\ndevice [^\n]+ \\| 8U \\| 1 \\| 3.*\nend\n$"
   OR NOT output MATCHES "written: /")
  message(FATAL_ERROR "no complete tuning file:\n${text}\n${output}")
endif()

# Checks that clconv_explain names the file's line, for an image of a tried size.
function(explain_names environment expected lines)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "${environment}" "${EXPLAIN}" 8UC1 640x480 3 reflect101 random
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(tuned OFF)
  if(output MATCHES ": taken, [^\n]*, tuned by [^\n]*:[0-9]+; expected 9 multiply-adds ")
    set(tuned ON)
  endif()
  if(NOT result EQUAL 0 OR NOT tuned STREQUAL expected OR NOT output MATCHES "${lines}")
    message(FATAL_ERROR "${file}:\n${text}\ntuned: ${expected} expected, but\n${output}")
  endif()
endfunction()
explain_names("OPENCV_CLCONV_COLD=wait" ON "")
explain_names("OPENCV_CLCONV_TUNING_FILE=" OFF "")

# A chain's line names no columns, but the rows of the source that an output depends on. It decides the chain's plan.
if(NOT text MATCHES "\ndevice [^\n]+ \\| 8U \\| 1 \\| \\*x5 \\| [^\n]* \\| (cpu_)?chain:([A-Z_]+)=[0-9]+")
  message(FATAL_ERROR "no line for a chain:\n${text}")
endif()
set(other "${DIR}/other.txt") # a value that the library would not choose
string(REGEX REPLACE "(chain:)[^ ]*" "\\1ROWS=19" changed "${text}")
file(WRITE "${other}" "${changed}")
function(explain_chain environment pattern)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "${environment}" "${CHAIN}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR NOT output MATCHES "^GaussianBlur [^\n]*, add: [a-z_]*chain, ${pattern}\n$")
    message(FATAL_ERROR "${text}\n${environment}: ${pattern} expected, but\n${output}")
  endif()
endfunction()
explain_chain("OPENCV_CLCONV_COLD=wait" "[^\n]*, tuned by [^\n]*:[0-9]+")
explain_chain("OPENCV_CLCONV_TUNING_FILE=" "[^\n]* bytes")
explain_chain("OPENCV_CLCONV_TUNING_FILE=${other}" "[^\n]* ROWS=19[ ,][^\n]*, tuned by [^\n]*:[0-9]+")
explain_names("OPENCV_CLCONV_REPEATABLE=1" OFF "")
execute_process(COMMAND chmod o+w "${file}")
explain_names("OPENCV_CLCONV_COLD=wait" OFF "WARN[^\n]*others can write it")
