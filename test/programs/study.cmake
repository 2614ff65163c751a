# Runs the studies of clconv_study at their smallest sizes: exit code 0, and rows for every step of every study. With
# --pyramid: exit code 0, and 1 if the kernels use another border than requested. Wrong arguments: exit code 2.
#
# As a script: cmake -DPROGRAM=<clconv_study> -DCSV=<file to write> -P study.cmake

set(expected reda=10 imagination=5 amd=6 gaster=7 sellner=16)

foreach(wrong --study=nonsense --nonsense nonsense --repetitions=0 --csv=/nowhere/at/all.csv --study
    "--pyramid;--csv=nowhere")
  execute_process(COMMAND "${PROGRAM}" ${wrong} RESULT_VARIABLE code OUTPUT_QUIET)
  if(NOT code EQUAL 2)
    message(FATAL_ERROR "${wrong}: exit code ${code}, not 2")
  endif()
endforeach()

execute_process(COMMAND "${PROGRAM}" --tiny --csv "${CSV}" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "exit code ${code}")
endif()
file(STRINGS "${CSV}" rows)
foreach(study_steps IN LISTS expected)
  string(REPLACE "=" ";" study_steps "${study_steps}")
  list(GET study_steps 0 study)
  list(GET study_steps 1 count)
  set(steps "")
  foreach(row IN LISTS rows)
    if(row MATCHES "^${study},(\"[^\"]*\"|[^,]*),")
      list(APPEND steps "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES steps)
  list(LENGTH steps found)
  if(NOT found EQUAL count)
    message(FATAL_ERROR "${study}: ${found} steps have rows, not ${count}: ${steps}")
  endif()
endforeach()

execute_process(COMMAND "${PROGRAM}" --pyramid --tiny RESULT_VARIABLE code OUTPUT_VARIABLE out)
if(NOT code EQUAL 0 OR NOT out MATCHES "check +ok" OR NOT out MATCHES "the study +[0-9.]+ ms" OR
   NOT out MATCHES "times the floor" OR NOT out MATCHES "magnitudes +[0-9.]+ ms")
  message(FATAL_ERROR "--pyramid: exit code ${code}, unexpected output:\n${out}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E env OPENCV_OPENCL_BUILD_EXTRA_OPTIONS=-DBORDER_REPLICATE=9
  "${PROGRAM}" --pyramid --tiny RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE err)
if(NOT code EQUAL 1 OR NOT err MATCHES "wrong derivatives")
  message(FATAL_ERROR "--pyramid with a wrong border: exit code ${code}\n${err}")
endif()
