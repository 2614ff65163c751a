# Tests of the sample clconv_video: its chains of filters, which clconv_streams has too, and the program.
if(NOT TARGET clconv_video_parts)
  return()
endif()
add_executable(clconv_test_video "${CMAKE_CURRENT_LIST_DIR}/filters.cpp")
target_include_directories(clconv_test_video PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(clconv_test_video PRIVATE clconv_video_parts clconv_compiler GTest::gtest)
clconv_check(video_parts "" clconv_test_video)
if(TARGET clconv_video AND CLCONV_PYTHON_EXECUTABLE)
  clconv_check(video "VIDEO=$<TARGET_FILE:clconv_video>"
    "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(video PROPERTIES SKIP_REGULAR_EXPRESSION "No module named '?pytest")
endif()
