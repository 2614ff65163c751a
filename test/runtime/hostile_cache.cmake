# Damages the files of OpenCV's program cache and repeats the same calls: their programs must be built from source, and
# the results must be right.
# Usage: cmake -DPROGRAM=<clconv_fuzz_filter2d> -DDIR=<folder> -P hostile_cache.cmake
file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}/opencv" "${DIR}/pocl")

function(run what)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env "OPENCV_OPENCL_CACHE_DIR=${DIR}/opencv" "POCL_CACHE_DIR=${DIR}/pocl"
      "${PROGRAM}" --count=6 --simple --seed=5 --per-program=2 --not-implementation=opencv-cpu
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR NOT output MATCHES "6 calls: 0 wrong, 0 thrown")
    message(FATAL_ERROR "${what}: ${result}\n${output}")
  endif()
endfunction()

function(cached_programs result)
  file(GLOB_RECURSE programs "${DIR}/opencv/*.bin")
  if(NOT programs)
    message(FATAL_ERROR "OpenCV keeps no programs in ${DIR}/opencv")
  endif()
  set(${result} "${programs}" PARENT_SCOPE)
endfunction()

run("an empty cache")
run("a cache that is sound")
foreach(damage empty text cut_off)
  cached_programs(programs)
  foreach(program IN LISTS programs)
    if(damage STREQUAL "empty")
      file(WRITE "${program}" "")
    elseif(damage STREQUAL "text")
      file(WRITE "${program}" "no program at all, and long enough to look like the head of a file of programs\n")
    else()
      file(SIZE "${program}" size)
      math(EXPR half "${size} / 2")
      execute_process(COMMAND head -c ${half} "${program}" OUTPUT_FILE "${program}.half" RESULT_VARIABLE failed)
      if(failed)
        message(FATAL_ERROR "head: ${failed}")
      endif()
      file(RENAME "${program}.half" "${program}")
    endif()
  endforeach()
  run("files: ${damage}")
endforeach()
file(REMOVE_RECURSE "${DIR}")
