# A short run of clconv_tune: it ends within its budget, and the library runs by the file that it writes. With a margin
# of nothing each cell gets a line, whatever the times are.
#
#   cmake -DPROGRAM=clconv_tune -DEXPLAIN=clconv_explain -DFILE=tuning.txt -P tuner.cmake

cmake_minimum_required(VERSION 3.16)
file(REMOVE "${FILE}" "${FILE}.part")
set(budget 30)
string(TIMESTAMP start "%s")
execute_process(COMMAND "${PROGRAM}" --types=8UC1 --ksizes=3 --kernels=random --sizes=160x120,640x480 --impls=taken
    --margin=0 --budget=${budget} --output=${FILE}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(TIMESTAMP end "%s")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "clconv_tune ends with ${result}:\n${output}")
endif()
math(EXPR seconds "${end} - ${start}")
if(seconds GREATER 36) # the last builds and calls on a busy machine
  message(FATAL_ERROR "a budget of ${budget} seconds took ${seconds}:\n${output}")
endif()
file(READ "${FILE}" text)
if(NOT text MATCHES "^clconv tuning 1\n.*\ndevice [^\n]+ \\| 8U \\| 1 \\| 3.*\nend\n$" OR EXISTS "${FILE}.part")
  message(FATAL_ERROR "no complete tuning file:\n${text}\n${output}")
endif()

# clconv_explain names the file's line, for an image of a tried size
set(ENV{OPENCV_CLCONV_TUNING_FILE} "${FILE}")
execute_process(COMMAND "${EXPLAIN}" 8UC1 640x480 3 reflect101 random
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0 OR NOT output MATCHES ": taken, [^\n]*, tuned by [^\n]*:[0-9]+; expected 9 multiply-adds ")
  message(FATAL_ERROR "the library does not run by\n${text}\nbut\n${output}")
endif()
