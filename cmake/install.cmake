# Installation and the package `find_package(clconv)`: target opencv_clconv.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(clconv_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/clconv")
install(TARGETS opencv_clconv EXPORT clconv
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES modules/clconv/include/opencv2/clconv.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/opencv4/opencv2")
install(EXPORT clconv FILE clconvTargets.cmake DESTINATION "${clconv_package_dir}")
configure_package_config_file(cmake/clconvConfig.cmake.in "${PROJECT_BINARY_DIR}/clconvConfig.cmake"
  INSTALL_DESTINATION "${clconv_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/clconvConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/clconvConfig.cmake" "${PROJECT_BINARY_DIR}/clconvConfigVersion.cmake"
  DESTINATION "${clconv_package_dir}")
