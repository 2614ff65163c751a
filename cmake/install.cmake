# What `cmake --install` installs, in components that become packages (packages.cmake): `library`, `dev` with headers,
# find_package(clconv) and clconv.pc, and `tools`. The target `uninstall` removes it again.
include(CMakePackageConfigHelpers)

# A header folder of its own, not OpenCV's: another package owns that one.
set(clconv_include_dir "${CMAKE_INSTALL_INCLUDEDIR}/clconv")
set(clconv_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/clconv")
install(TARGETS opencv_clconv EXPORT clconv
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT library
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT dev
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
  INCLUDES DESTINATION "${clconv_include_dir}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/modules/clconv/include/opencv2" DESTINATION "${clconv_include_dir}"
  COMPONENT dev FILES_MATCHING PATTERN "*.hpp")

# All that is installed, without tests and samples.
add_custom_target(clconv_installed DEPENDS opencv_clconv)
if(TARGET clconv-run)
  add_dependencies(clconv_installed opencv_clconv_preload opencv_clconv_calls)
endif()
if(TARGET clconv_python)
  add_dependencies(clconv_installed clconv_python)
endif()
if(TARGET gstclconv)
  add_dependencies(clconv_installed gstclconv)
endif()
if(TARGET frei0r_clconv)
  add_dependencies(clconv_installed frei0r_clconv)
endif()

# Programs, and manual pages made from their help. clconv-run is installed beside its libraries (preload/).
find_program(CLCONV_HELP2MAN help2man)
find_program(CLCONV_GZIP gzip)
mark_as_advanced(CLCONV_HELP2MAN CLCONV_GZIP)
function(clconv_tool program summary)
  if(TARGET ${program})
    add_dependencies(clconv_installed ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
    clconv_manual(${program} "${summary}" "$<TARGET_FILE:${program}>" ${program})
  endif()
endfunction()

# clconv_manual(PROGRAM SUMMARY PATH DEPENDENCY): makes the page from what PATH prints for --help
function(clconv_manual program summary path dependency)
  if(CLCONV_HELP2MAN AND CLCONV_GZIP AND NOT CMAKE_CROSSCOMPILING AND NOT CLCONV_SANITIZE)
    set(page "${PROJECT_BINARY_DIR}/man/${program}.1")
    add_custom_command(OUTPUT "${page}.gz" DEPENDS ${dependency}
      COMMAND "${CLCONV_HELP2MAN}" --no-info "--name=${summary}" "--version-string=${PROJECT_VERSION}"
        --no-discard-stderr "--output=${page}" "${path}"
      COMMAND "${CLCONV_GZIP}" -9nf "${page}" VERBATIM)
    add_custom_target(${program}-manual ALL DEPENDS "${page}.gz")
    add_dependencies(clconv_installed ${program}-manual)
    install(FILES "${page}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools)
  endif()
endfunction()
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/man")
clconv_tool(clconv-run "runs a program whose filters on UMats clconv computes")
clconv_tool(clconv-warm "builds OpenCL programs ahead")
clconv_tool(clconv_explain "prints which implementation of a filter runs, and why")
clconv_tool(clconv_bench "measures the speed of filters against OpenCV's")
clconv_tool(clconv_tune "finds parameters that are faster on a device")

# clconv-peers, a script, shares a folder with the peers and with the program that contains clconv and OpenCV.
if(TARGET clconv_peer)
  set(clconv_peers_dir "${CMAKE_INSTALL_LIBEXECDIR}/clconv/peers")
  add_dependencies(clconv_installed clconv_peer)
  install(TARGETS clconv_peer RUNTIME DESTINATION "${clconv_peers_dir}" COMPONENT tools)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/perf/peers/" DESTINATION "${clconv_peers_dir}" COMPONENT tools
    USE_SOURCE_PERMISSIONS FILES_MATCHING PATTERN "*.py" PATTERN "*.cpp" PATTERN "*.hpp"
    PATTERN "opencv.cpp" EXCLUDE PATTERN "__pycache__" EXCLUDE)
  file(RELATIVE_PATH clconv_peers_script "${CMAKE_INSTALL_FULL_BINDIR}"
    "${CMAKE_INSTALL_PREFIX}/${clconv_peers_dir}/clconv_peers.py")
  file(CREATE_LINK "${clconv_peers_script}" "${PROJECT_BINARY_DIR}/clconv-peers" SYMBOLIC)
  install(FILES "${PROJECT_BINARY_DIR}/clconv-peers" DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
  find_program(CLCONV_PYTHON3 python3)
  mark_as_advanced(CLCONV_PYTHON3)
  if(CLCONV_PYTHON3)
    clconv_manual(clconv-peers "measures the speed of filters against other libraries'"
      "${PROJECT_SOURCE_DIR}/perf/peers/clconv_peers.py" "${PROJECT_SOURCE_DIR}/perf/peers/clconv_peers.py")
  endif()
endif()

# Debian's packages leave out the component `doc`: each has such files in a folder of its own.
install(FILES LICENSE CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/clconv" COMPONENT doc)

# find_package(clconv)
get_target_property(clconv_type opencv_clconv TYPE)
install(EXPORT clconv FILE clconvTargets.cmake NAMESPACE clconv:: DESTINATION "${clconv_package_dir}" COMPONENT dev)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/clconvConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/clconvConfig.cmake" INSTALL_DESTINATION "${clconv_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/clconvConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/clconvConfig.cmake" "${PROJECT_BINARY_DIR}/clconvConfigVersion.cmake"
  DESTINATION "${clconv_package_dir}" COMPONENT dev)

# pkg-config. Paths are relative to the file where they are inside the prefix, so that the folder can be moved.
file(RELATIVE_PATH clconv_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
set(clconv_pc_prefix "\${pcfiledir}/${clconv_prefix}")
foreach(dir LIBDIR INCLUDEDIR)
  set(clconv_pc_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(clconv_pc_${dir} "${CMAKE_INSTALL_${dir}}")
    if(dir STREQUAL "LIBDIR")
      set(clconv_pc_prefix "${CMAKE_INSTALL_PREFIX}")
    endif()
  endif()
endforeach()
set(clconv_pc_libraries "")
if(clconv_type STREQUAL "STATIC_LIBRARY")
  set(clconv_pc_libraries " -lOpenCL")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/clconv.pc.in" "${PROJECT_BINARY_DIR}/clconv.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/clconv.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)

if(clconv_top_level)
  add_custom_target(uninstall COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}"
    "-DPREFIX=${CMAKE_INSTALL_PREFIX}" -P "${CMAKE_CURRENT_LIST_DIR}/uninstall.cmake" VERBATIM)
endif()
