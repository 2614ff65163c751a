# Tests of the programs that time other libraries (perf/peers), as far as these are installed: each checks its own
# outputs, and prints rows that clconv_bench can join. And what the scripts of perf refuse.

set(clconv_peers "${PROJECT_SOURCE_DIR}/perf/peers")

# clconv_peer(NAME ROW COMMAND...): passes where the command prints such a row and ends with 0
function(clconv_peer name row)
  clconv_check(peer_${name} "" ${ARGN})
  set_tests_properties(peer_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${row}"
    FAIL_REGULAR_EXPRESSION "[Ee]rror;wrong" SKIP_REGULAR_EXPRESSION "No module named;ffmpeg_bench: ffmpeg ends with")
endfunction()

if(TARGET clconv_vkfft_bench)
  clconv_peer(vkfft "vkfft_transform,97x64,8UC4,15,[0-9]" clconv_vkfft_bench --sizes=97x64 --ksizes=15
    --types=32FC1,8UC4)
endif()

if(CLCONV_PYTHON_EXECUTABLE)
  clconv_peer(fftconvolve "\noaconvolve_planar_padded,97x64,32FC4,15,[0-9]" "${CLCONV_PYTHON_EXECUTABLE}"
    "${clconv_peers}/fftconvolve_bench.py" --on=numpy --sizes=97x64 --ksizes=15)
endif()

if(CLCONV_PYTHON_EXECUTABLE)
  clconv_check(perf_scripts "" "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider
    "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(perf_scripts PROPERTIES SKIP_REGULAR_EXPRESSION "No module named")
endif()

# One film made by FFmpeg for both.
find_program(CLCONV_FFMPEG ffmpeg)
mark_as_advanced(CLCONV_FFMPEG)
if(CLCONV_FFMPEG AND TARGET clconv_video AND CLCONV_PYTHON_EXECUTABLE)
  set(clconv_film "${CMAKE_CURRENT_BINARY_DIR}/film.mp4")
  clconv_check(film "" "${CLCONV_FFMPEG}" -v error -y -f lavfi -i testsrc=size=160x120:rate=10:duration=1 -c:v mpeg4
    "${clconv_film}")
  clconv_peer(ffmpeg "\n3 [|] [-0-9.]+ [|] [0-9.]+ [|] " "${CLCONV_PYTHON_EXECUTABLE}"
    "${clconv_peers}/ffmpeg_bench.py" "--film=${clconv_film}" "--ffmpeg=${CLCONV_FFMPEG}"
    "--video=$<TARGET_FILE:clconv_video>" --sizes=3 --frames=8 --chain=1 --rounds=1)
  set_tests_properties(film PROPERTIES FIXTURES_SETUP clconv_film)
  set_tests_properties(peer_ffmpeg PROPERTIES FIXTURES_REQUIRED clconv_film)
endif()
