# Removes what `cmake --install` installs from a build folder, and folders named clconv that are then empty.
#
# As a script: cmake -DBUILD=<build folder> -DPREFIX=<the prefix of the installation> -P uninstall.cmake
# An installation into a temporary folder gives the list of files: CMake's install_manifest.txt may be that of a
# package, since CPack writes it, too.
cmake_minimum_required(VERSION 3.16)
set(copy "${BUILD}/uninstall")
file(REMOVE_RECURSE "${copy}")
execute_process(COMMAND "${CMAKE_COMMAND}" -E env "DESTDIR=${copy}" "${CMAKE_COMMAND}" --install "${BUILD}"
  --prefix "${PREFIX}" RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${out}")
endif()
file(GLOB_RECURSE files RELATIVE "${copy}" "${copy}/*")
file(REMOVE_RECURSE "${copy}")
foreach(file IN LISTS files)
  set(file "/${file}")
  if(NOT EXISTS "${file}" AND NOT IS_SYMLINK "${file}")
    continue()
  endif()
  message("removing ${file}")
  file(REMOVE "${file}")
  get_filename_component(folder "${file}" DIRECTORY)
  while(folder MATCHES "/clconv(/[^/]*)?(/[^/]*)?$")
    file(GLOB left "${folder}/*")
    if(left)
      break()
    endif()
    file(REMOVE_RECURSE "${folder}")
    get_filename_component(folder "${folder}" DIRECTORY)
  endwhile()
endforeach()
