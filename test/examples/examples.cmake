# Tests of the code in public headers and documents: the results of examples, and that every block is tested.
find_package(OpenCV QUIET OPTIONAL_COMPONENTS imgcodecs)
if(NOT CLCONV_PYTHON_EXECUTABLE OR NOT TARGET opencv_imgcodecs OR NOT clconv_type STREQUAL "SHARED_LIBRARY")
  message(STATUS "Tests: examples are left out, they need Python, OpenCV's imgcodecs and a shared library")
  return()
endif()

# Linked as a user's program is, with only the public headers and the shared library.
set(clconv_fragments "${CMAKE_CURRENT_BINARY_DIR}/examples")
set(clconv_blocks "${CMAKE_CURRENT_LIST_DIR}/blocks.py")
file(GLOB_RECURSE clconv_documents CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.md"
  "${PROJECT_SOURCE_DIR}/modules/clconv/include/*.hpp")
add_custom_command(OUTPUT "${clconv_fragments}/written"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${clconv_fragments}"
  COMMAND "${CLCONV_PYTHON_EXECUTABLE}" "${clconv_blocks}" "${PROJECT_SOURCE_DIR}" "${clconv_fragments}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${clconv_fragments}/written"
  DEPENDS "${clconv_blocks}" "${CMAKE_CURRENT_LIST_DIR}/examples.cpp" ${clconv_documents}
  COMMENT "Writing the examples of headers and documents" VERBATIM)
add_executable(clconv_examples "${CMAKE_CURRENT_LIST_DIR}/examples.cpp" "${clconv_fragments}/written")
set_target_properties(clconv_examples PROPERTIES CXX_STANDARD 14) # GoogleTest's
target_include_directories(clconv_examples PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}" "${clconv_fragments}")
target_link_libraries(clconv_examples PRIVATE clconv::clconv clconv_compiler opencv_imgcodecs GTest::gtest)
clconv_check(examples "" clconv_examples)
set_tests_properties(examples PROPERTIES WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")

# The documents, if all programs in their commands are built. Sanitizers would not change them.
set(clconv_documented clconv-run clconv_bench clconv_explain clconv_filter2d clconv_gradient_pyramid clconv_python
  clconv_soak clconv_streams clconv_study clconv_tune clconv_video)
foreach(program IN LISTS clconv_documented)
  if(NOT TARGET ${program} OR CLCONV_SANITIZE)
    message(STATUS "Tests: documents are left out, ${program} is not built, or with sanitizers")
    return()
  endif()
endforeach()
set(clconv_environment PYTHONDONTWRITEBYTECODE=1 "PYTHONPATH=${PROJECT_BINARY_DIR}/python"
  "PROGRAMS=$<TARGET_FILE_DIR:clconv_explain>")
if(TARGET gstclconv AND CLCONV_GST_LAUNCH AND CLCONV_GST_INSPECT)
  list(APPEND clconv_environment ${clconv_gst_environment})
endif()
if(TARGET frei0r_clconv AND CLCONV_FFMPEG)
  list(APPEND clconv_environment "FREI0R_PATH=$<TARGET_FILE_DIR:frei0r_clconv>")
endif()
clconv_check(documents "${clconv_environment}"
  "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -rs -p no:cacheprovider "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(documents PROPERTIES SKIP_REGULAR_EXPRESSION "No module named '?(pytest|cv2)")
