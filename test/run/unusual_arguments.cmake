# Calls with unusual arguments under clconv-run must do what they do on a Mat. Each function has its own process,
# because in OpenCV some of these calls on UMats never return, and some crash.
#
# As a script: cmake -DRUN=<clconv-run> -DPROGRAM=<unusual_arguments> -P unusual_arguments.cmake
cmake_minimum_required(VERSION 3.16)

set(failed "")
foreach(function filter2D sepFilter2D GaussianBlur boxFilter blur Sobel Scharr Laplacian)
  execute_process(COMMAND "${RUN}" --report "${PROGRAM}" ${function} TIMEOUT 300
    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE report)
  if(NOT code EQUAL 0)
    string(REGEX MATCHALL "[^\n]* differs: [^\n]*" differences "${out}")
    string(JOIN "\n  " differences ${differences})
    string(REGEX MATCH "[^\n]*\n?$" last "${out}")
    message("${function}: ${code}\n  ${differences}\n  the last call: ${last}")
    list(APPEND failed ${function})
  elseif(NOT report MATCHES
      "clconv-run: ${function}: [1-9][0-9]* served [^\n]*, [1-9][0-9]* passed on [(][^\n]*refused by clconv [1-9]")
    message("${function}: the report has no calls that were served, or none that were refused:\n${report}")
    list(APPEND failed ${function})
  endif()
endforeach()
if(failed)
  message(FATAL_ERROR "not as on a Mat: ${failed}")
endif()
