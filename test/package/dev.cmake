# Runs ./dev with fake programs in place of apt-get, cmake and others: a verb must install all packages that it needs in
# one round, after stating their size, and build no more than it runs.
#
#   cmake -DDEV=<./dev> -DDIR=<folder to write into> -P dev.cmake
cmake_minimum_required(VERSION 3.16)

# At first nothing is installed. Each fake program logs its arguments.
file(REMOVE_RECURSE "${DIR}")
file(COPY "${DEV}" DESTINATION "${DIR}")
foreach(program cmake ctest ffmpeg gst-inspect-1.0 gst-launch-1.0 ninja sudo)
  file(WRITE "${DIR}/programs/${program}" "#!/bin/sh\necho ${program} \"$@\" >>'${DIR}/log'\n")
endforeach()
file(WRITE "${DIR}/programs/apt-get" "#!/bin/sh\ncase \" $* \" in
  *' --print-uris '*) echo 'Need to get 6470 kB of archives.' ;;
  *) echo apt-get \"$@\" >>'${DIR}/log' ;;
esac\n")
file(WRITE "${DIR}/programs/sudo" "#!/bin/sh\nexec \"$@\"\n")
file(WRITE "${DIR}/programs/dpkg-query"
  "#!/bin/sh\nfor package; do :; done\ngrep -q \" install.* $package\" '${DIR}/log' && echo installed\n")
file(WRITE "${DIR}/programs/dpkg" "#!/bin/sh\necho /films/VID_20191220_170832.mp4\n")
file(GLOB programs "${DIR}/programs/*")
execute_process(COMMAND chmod +x ${programs})

# check(VERB PACKAGES TARGETS): which packages the verb must install, among others, and which targets it builds.
function(check verb packages targets)
  file(WRITE "${DIR}/log" "")
  separate_arguments(words UNIX_COMMAND "${verb}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=CLCONV_PRESET --unset=CLCONV_INSTALL --unset=CLCONV_WERROR
    --unset=CLCONV_QUICK "PATH=${DIR}/programs:$ENV{PATH}" "${DIR}/dev" ${words} OUTPUT_QUIET ERROR_VARIABLE errors)
  file(READ "${DIR}/log" log)
  string(REGEX MATCHALL "apt-get [^\n]* install [^\n]*" installed "${log}")
  list(LENGTH installed rounds)
  if(NOT rounds EQUAL 1)
    message(FATAL_ERROR "./dev ${verb} installs in ${rounds} rounds:\n${log}${errors}")
  endif()
  if(NOT errors MATCHES "\ndev: Need to get 6470 kB")
    message(FATAL_ERROR "./dev ${verb} does not state the size of packages:\n${errors}")
  endif()
  foreach(package cmake libopencv-dev ${packages})
    if(NOT installed MATCHES " ${package}( |$)")
      message(FATAL_ERROR "./dev ${verb} does not install ${package}: ${installed}")
    endif()
  endforeach()
  if(NOT log MATCHES "\ncmake --build --preset release -j [0-9]+${targets}\n")
    message(FATAL_ERROR "./dev ${verb} does not build '${targets}':\n${log}${errors}")
  endif()
endfunction()

foreach(verb bench study tune explain streams)
  check("${verb} --help" "" " --target clconv_${verb}")
endforeach()
check(peers "gnuplot-nox;python3-numpy" " --target clconv_peer")
check(gradients "" " --target clconv_gradient_pyramid")
check(demo forensics-samples-files " --target clconv_video")
check(python "python3-opencv;pybind11-dev" " --target clconv_python clconv-run")
check(gallery "forensics-samples-files;python3-opencv" " --target clconv_python clconv-run")
check(dask "python3-dask;python3-opencv" " --target clconv_python clconv-run")
check(gst "gstreamer1.0-tools;gstreamer1.0-plugins-good" " --target gstclconv")
check("gst videotestsrc ! autovideosink" "gstreamer1.0-tools;gstreamer1.0-plugins-good" " --target gstclconv")
check(frei0r "frei0r-plugins-dev;ffmpeg" " --target frei0r_clconv")
check(oclgrind oclgrind " --target opencv_test_clconv")
check(build "python3-opencv" "")
check(test "python3-opencv;python3-dask;gstreamer1.0-tools;frei0r-plugins-dev;ffmpeg;clang;codespell" "")
check("test --quick" codespell "")
