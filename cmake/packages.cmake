# Packages by CPack, from the components of install.cmake: Debian's (libopencv-clconv0.2, libopencv-clconv-dev,
# clconv-tools, frei0r-plugins-clconv, gstreamer1.0-clconv, python3-clconv) and one archive of everything.
# `./dev package` builds them (docs/install/README.md).
set(clconv_debian "${PROJECT_BINARY_DIR}/debian")

# The name of the distribution is part of the version: packages depend on that distribution's OpenCV.
set(clconv_distribution "${CMAKE_SYSTEM_NAME}")
if(EXISTS /etc/os-release)
  set(clconv_distribution "")
  foreach(field ID VERSION_ID)
    file(STRINGS /etc/os-release clconv_field REGEX "^${field}=")
    string(REGEX REPLACE "^${field}=\"?([A-Za-z0-9.]*).*" "\\1" clconv_field "${clconv_field}")
    string(APPEND clconv_distribution "${clconv_field}")
  endforeach()
  string(REPLACE "debian" "deb" clconv_distribution "${clconv_distribution}")
endif()

set(CPACK_GENERATOR TGZ)
find_program(CLCONV_DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(CLCONV_FILE file) # CPack recognises programs and libraries with it
mark_as_advanced(CLCONV_DPKG_SHLIBDEPS CLCONV_FILE)
if(CLCONV_DPKG_SHLIBDEPS AND CLCONV_FILE)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_NAME clconv)
set(CPACK_PACKAGE_VENDOR clconv)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_FILE_NAME "clconv-${PROJECT_VERSION}-${clconv_distribution}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL library dev tools)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "1~${clconv_distribution}")
set(CPACK_DEBIAN_PACKAGE_SOURCE clconv)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib") # python3-clconv has the library's
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
# The maintainer, from the environment variables of Debian's own tools.
set(clconv_maintainer "clconv maintainers")
set(clconv_address "clconv@clconv.invalid")
if(DEFINED ENV{DEBFULLNAME})
  set(clconv_maintainer "$ENV{DEBFULLNAME}")
endif()
if(DEFINED ENV{DEBEMAIL})
  set(clconv_address "$ENV{DEBEMAIL}")
endif()
set(CPACK_PACKAGE_CONTACT "${clconv_maintainer} <${clconv_address}>")

# What Debian's policy requires beside the files of each package.
string(TIMESTAMP clconv_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file("${CMAKE_CURRENT_LIST_DIR}/debian/changelog.in" "${clconv_debian}/changelog.Debian" @ONLY)
file(COPY "${CMAKE_CURRENT_LIST_DIR}/debian/" DESTINATION "${clconv_debian}" PATTERN *.in EXCLUDE)
configure_file("${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${clconv_debian}/changelog" COPYONLY)
set(clconv_docs copyright)
if(CLCONV_GZIP)
  execute_process(COMMAND "${CLCONV_GZIP}" -9nf changelog changelog.Debian WORKING_DIRECTORY "${clconv_debian}")
  list(APPEND clconv_docs changelog.gz changelog.Debian.gz)
endif()

# clconv_package(COMPONENT NAME SECTION SUMMARY TEXT)
function(clconv_package component name section summary text)
  string(TOUPPER "${component}" upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${name}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  list(TRANSFORM clconv_docs PREPEND "${clconv_debian}/")
  install(FILES ${clconv_docs} DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}"
    COMPONENT ${component} EXCLUDE_FROM_ALL) # in Debian's packages only
endfunction()

# clconv_example(COMPONENT NAME FILE): a program, or a file that documents name, in Debian's packages only.
function(clconv_example component name file)
  install(FILES "${PROJECT_SOURCE_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}/examples"
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

set(clconv_about "clconv computes filter2D, sepFilter2D, GaussianBlur, Sobel and others on
OpenCL devices: OpenCV's arguments, the results of OpenCV's functions on the
CPU, faster than OpenCV's own OpenCL path.")
clconv_package(library "libopencv-clconv${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}" libs
  "linear filters for OpenCV's UMat" "${clconv_about}\n.\nThis package contains the shared library.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${clconv_debian}/library/triggers")

clconv_package(dev libopencv-clconv-dev libdevel "linear filters for OpenCV's UMat - development files"
  "${clconv_about}\n.\nThis package contains the headers and what CMake and pkg-config need.")
set(CPACK_COMPONENT_DEV_DEPENDS library)
clconv_example(dev libopencv-clconv-dev samples/filter2d.cpp)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libopencv-dev")

clconv_package(tools clconv-tools utils "linear filters for OpenCV's UMat - programs"
  "${clconv_about}\n.\nThis package contains clconv-run, with which existing programs use clconv
without a change, and programs that build OpenCL programs ahead, explain,
measure and tune it; clconv-peers measures other libraries beside it.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "python3:any") # clconv-peers
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "gnuplot-nox, python3-numpy")

if(TARGET gstclconv)
  list(APPEND CPACK_COMPONENTS_ALL gstreamer)
  clconv_package(gstreamer gstreamer1.0-clconv libs "linear filters for OpenCV's UMat - GStreamer plugin"
    "${clconv_about}\n.\nThis package contains the element clconv, which filters video.")
  set(CPACK_COMPONENT_GSTREAMER_DEPENDS library)
  clconv_example(gstreamer gstreamer1.0-clconv samples/kernels/emboss.yml)
  set(CPACK_DEBIAN_GSTREAMER_PACKAGE_RECOMMENDS "gstreamer1.0-plugins-base, pocl-opencl-icd | opencl-icd")
  set(CPACK_DEBIAN_GSTREAMER_PACKAGE_SUGGESTS "gstreamer1.0-tools")
endif()

if(TARGET frei0r_clconv)
  list(APPEND CPACK_COMPONENTS_ALL frei0r)
  clconv_package(frei0r frei0r-plugins-clconv video "linear filters for OpenCV's UMat - frei0r plugin"
    "${clconv_about}\n.\nThis package contains the effect clconv for FFmpeg, MLT, GStreamer and others.")
  set(CPACK_COMPONENT_FREI0R_DEPENDS library)
  clconv_example(frei0r frei0r-plugins-clconv samples/kernels/emboss.yml)
  set(CPACK_DEBIAN_FREI0R_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
  set(CPACK_DEBIAN_FREI0R_PACKAGE_SUGGESTS "ffmpeg | melt")
endif()

if(TARGET clconv_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  clconv_package(python python3-clconv python "linear filters for OpenCV's UMat - Python module"
    "${clconv_about}\n.\nThis package contains the module clconv, with the functions of cv2.")
  set(CPACK_COMPONENT_PYTHON_DEPENDS library)
  set(Python3_EXECUTABLE "${CLCONV_PYTHON_EXECUTABLE}")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  math(EXPR clconv_next "${Python3_VERSION_MINOR} + 1") # the module is for one minor version
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}~), \
python3 (<< ${Python3_VERSION_MAJOR}.${clconv_next}), python3-numpy, python3-opencv")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "clconv-tools, pocl-opencl-icd | opencl-icd")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${clconv_debian}/python/postinst;${clconv_debian}/python/prerm")
endif()

include(CPack)
