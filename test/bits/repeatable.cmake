# Runs calls in two processes on UMats and in two on Mats: the results of both must have the same bits.
# Usage: cmake -DPROGRAM=<clconv_repeatable> -DCALLS=<number> -P repeatable.cmake
function(run result what)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env OPENCV_CLCONV_REPEATABLE=1 OPENCV_CLCONV_MATS=always
      "${PROGRAM}" "--calls=${CALLS}" ${ARGN}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(failed OR NOT output MATCHES "${CALLS} calls, [^\n]* 0 changed, results ([0-9a-f]+)\n")
    message(FATAL_ERROR "${what}: ${failed}\n${output}\n${errors}")
  endif()
  set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

foreach(images umats mats)
  set(option "")
  if(images STREQUAL "mats")
    set(option --mats)
  endif()
  run(first "${images}, a process" ${option} --times=2)
  run(second "${images}, another process" ${option} --times=5)
  message(STATUS "${images}: ${first}")
  if(NOT first STREQUAL second)
    message(FATAL_ERROR "${images}: the results of two processes differ: ${first}, ${second}")
  endif()
endforeach()
