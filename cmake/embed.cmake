# Embeds kernels and tuning tables in the library, for the stand-alone build and the module of opencv_contrib. Included
# by the module's CMakeLists.txt.
#   clconv_kernel_folder   set by the caller
#   clconv_kernels         the source file that is written, beside a header

set(clconv_kernels "${CMAKE_CURRENT_BINARY_DIR}/clconv_kernels.cpp")
file(GLOB_RECURSE clconv_cl CONFIGURE_DEPENDS "${clconv_kernel_folder}/*.cl")
add_custom_command(
  OUTPUT "${clconv_kernels}" "${CMAKE_CURRENT_BINARY_DIR}/clconv_kernels.hpp"
  COMMAND "${CMAKE_COMMAND}" "-DCL_DIR=${clconv_kernel_folder}" "-DOUTPUT=${clconv_kernels}"
    -P "${CMAKE_CURRENT_LIST_DIR}/embed_kernels.cmake"
  DEPENDS ${clconv_cl} "${CMAKE_CURRENT_LIST_DIR}/embed_kernels.cmake"
  COMMENT "Embedding OpenCL kernels (clconv)" VERBATIM)

# The tuning tables are embedded as strings, one per line, since some compilers limit the length of a string.
# devices.txt is for single devices; each of the others is for a kind of device, the most specific first: a new vendor's
# table comes before gpu.
function(clconv_embed_table table result)
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/src/tuning/tables/${table}.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  string(REPLACE "\n" "\n)TUNING\"\nR\"TUNING(" text "${text}")
  set(${result} "${${result}}\n    {\"${table}.txt\", R\"TUNING(${text})TUNING\"}," PARENT_SCOPE)
endfunction()
set(CLCONV_DEVICE_TABLES "")
set(CLCONV_KIND_TABLES "")
clconv_embed_table(devices CLCONV_DEVICE_TABLES)
foreach(table nvidia gpu cpu)
  clconv_embed_table(${table} CLCONV_KIND_TABLES)
endforeach()
configure_file(src/tuning/clconv_tuning.hpp.in "${CMAKE_CURRENT_BINARY_DIR}/clconv_tuning.hpp" @ONLY)

file(GLOB_RECURSE clconv_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/*.cpp"
  "${CMAKE_CURRENT_SOURCE_DIR}/src/*.hpp")

# With ELF the library stays loaded after dlclose: OpenCL drivers call back into it when a launch completes, and
# OpenCV's contexts hold objects whose destructors are in it.
set(clconv_link_options "")
if(UNIX AND NOT APPLE)
  set(clconv_link_options "LINKER:-z,nodelete")
endif()
