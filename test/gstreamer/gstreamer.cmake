# If the GStreamer plugin is built: a program that gives frames to the element, and the output of gst-inspect-1.0. The
# test `documents` runs the commands of docs/streams/gstreamer.md. Plugins are looked up in the build folder, and
# nothing is written to the user's registry.
if(NOT TARGET gstclconv)
  return()
endif()
set(clconv_gst_folder "${CMAKE_CURRENT_LIST_DIR}")
find_package(PkgConfig REQUIRED) # the plugin's folder has found it too
pkg_check_modules(CLCONV_GST_CHECK QUIET IMPORTED_TARGET gstreamer-check-1.0 gstreamer-video-1.0)
if(TARGET PkgConfig::CLCONV_GST_CHECK)
  add_executable(clconv_test_gstreamer "${clconv_gst_folder}/frames.cpp" "${clconv_gst_folder}/errors.cpp"
    "${clconv_gst_folder}/player.cpp" support/oracle.cpp "${PROJECT_SOURCE_DIR}/samples/video/filters.cpp")
  add_dependencies(clconv_test_gstreamer gstclconv)
  target_compile_definitions(clconv_test_gstreamer PRIVATE "CLCONV_GST_PLUGIN=\"$<TARGET_FILE:gstclconv>\"")
  target_include_directories(clconv_test_gstreamer PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(clconv_test_gstreamer PRIVATE clconv::clconv clconv_program_support opencv_imgproc
    clconv_compiler GTest::gtest PkgConfig::CLCONV_GST_CHECK)
  clconv_check(gstreamer "GST_REGISTRY_DISABLE=yes" clconv_test_gstreamer)
endif()

find_program(CLCONV_GST_LAUNCH gst-launch-1.0)
find_program(CLCONV_GST_INSPECT gst-inspect-1.0)
mark_as_advanced(CLCONV_GST_LAUNCH CLCONV_GST_INSPECT)
# Programs without sanitizers cannot load a plugin with them.
if(CLCONV_GST_LAUNCH AND CLCONV_GST_INSPECT AND NOT CLCONV_SANITIZE)
  set(clconv_gst_environment "GST_PLUGIN_PATH=$<TARGET_FILE_DIR:gstclconv>"
    "GST_REGISTRY=${CMAKE_CURRENT_BINARY_DIR}/gstreamer_registry.bin")
  clconv_check(gst_inspect "${clconv_gst_environment}" "${CLCONV_GST_INSPECT}" clconv)
  set_tests_properties(gst_inspect PROPERTIES PASS_REGULAR_EXPRESSION "Linear filters on OpenCL devices.*\
Filter/Effect/Video.*Default: 4, .reflect101.*Names: blur sharpen[ a-z]*gaussian[ a-z]*\n.*Default: .sharpen.*0 - 255")
endif()
