# If the frei0r plugin is built: a program that loads it as a host does, and FFmpeg.
if(NOT TARGET frei0r_clconv)
  return()
endif()
set(clconv_frei0r_folder "$<TARGET_FILE_DIR:frei0r_clconv>")
add_executable(clconv_test_frei0r "${CMAKE_CURRENT_LIST_DIR}/plugin.cpp"
  "${PROJECT_SOURCE_DIR}/samples/gstreamer/settings.cpp" "${PROJECT_SOURCE_DIR}/samples/video/filters.cpp")
add_dependencies(clconv_test_frei0r frei0r_clconv)
target_compile_definitions(clconv_test_frei0r PRIVATE "CLCONV_FREI0R_PLUGIN=\"$<TARGET_FILE:frei0r_clconv>\"")
target_include_directories(clconv_test_frei0r PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_include_directories(clconv_test_frei0r SYSTEM PRIVATE "${CLCONV_FREI0R_HEADERS}")
target_link_libraries(clconv_test_frei0r PRIVATE clconv::clconv clconv_program_support opencv_imgproc
  clconv_compiler Threads::Threads GTest::gtest ${CMAKE_DL_LIBS})
clconv_check(frei0r "" clconv_test_frei0r)

find_program(CLCONV_FFMPEG ffmpeg)
mark_as_advanced(CLCONV_FFMPEG)
# Programs without sanitizers cannot load a plugin with them.
if(CLCONV_FFMPEG AND CLCONV_PYTHON_EXECUTABLE AND NOT CLCONV_SANITIZE)
  clconv_check(frei0r_ffmpeg "FREI0R_PATH=${clconv_frei0r_folder};FFMPEG=${CLCONV_FFMPEG}"
    "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(frei0r_ffmpeg PROPERTIES SKIP_REGULAR_EXPRESSION "No module named '?(pytest|cv2)")
endif()
