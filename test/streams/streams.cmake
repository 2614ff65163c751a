# Tests of the sample clconv_streams: its parts, and the program with files, interrupts and full disks.
if(TARGET clconv_streams_parts)
  add_executable(clconv_test_streams "${CMAKE_CURRENT_LIST_DIR}/queue.cpp" "${CMAKE_CURRENT_LIST_DIR}/stages.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/figures.cpp")
  target_link_libraries(clconv_test_streams PRIVATE clconv_streams_parts clconv_without_media GTest::gtest_main
    clconv_compiler)
  clconv_check(streams_parts "" clconv_test_streams)
endif()

# OpenCV's Python module makes the films, and opens what was written. If FFmpeg cannot read a file, OpenCV tries its
# other back ends, one of which leaks memory (gPhoto2's, which searches the ports for cameras).
if(TARGET clconv_streams AND CLCONV_PYTHON_EXECUTABLE AND NOT WIN32)
  set(clconv_streams_environment PYTHONDONTWRITEBYTECODE=1 "STREAMS=$<TARGET_FILE:clconv_streams>"
    "SYNTHETIC=$<TARGET_FILE:clconv_streams_synthetic>")
  if(CLCONV_SANITIZE MATCHES "address")
    list(APPEND clconv_streams_environment "ASAN_OPTIONS=protect_shadow_gap=0:malloc_context_size=3:detect_leaks=0")
  endif()
  clconv_check(streams "${clconv_streams_environment}"
    "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(streams PROPERTIES COST 60 SKIP_REGULAR_EXPRESSION "No module named '?(pytest|cv2)")
endif()
