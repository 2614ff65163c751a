# Typing errors in sources and documents: cmake -DCODESPELL=<codespell, or empty> -DROOT=<the project> -P spelling.cmake
# .codespellrc lists words that are right here. habits.cmake checks the vocabulary.
cmake_minimum_required(VERSION 3.18)
if(NOT CODESPELL)
  message("skipped: codespell is not installed")
  return()
endif()

file(GLOB files RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/.*" "${ROOT}/*.cff")
list(FILTER files EXCLUDE REGEX "^[.](git|cache)$")
execute_process(
  COMMAND "${CODESPELL}" --check-hidden ${files}
    CMakeLists.txt dev cmake docs kernels modules perf programs python samples test
  WORKING_DIRECTORY "${ROOT}" RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${output}codespell: ${code}; words that are right belong into .codespellrc")
endif()
