# clconv-run: the results of unmodified programs, the report, exit codes, and programs that it cannot accelerate.
#
# As a script: cmake -DRUN=<clconv-run> -DPROGRAM=<plain_opencv> -DOTHER=<other_opencv, which calls its library>
#   -DSTATIC=<other_opencv, which has no library> -DDIR=<folder to write to> -P clconv_run.cmake
# With -DPYTHON=<interpreter> -DSCRIPT=<plain_opencv.py>: the script alone; prints "skipped" where cv2 is not installed.
cmake_minimum_required(VERSION 3.16)

# expect(CODE COMMAND...): sets `report` to what the command wrote to stderr, without OpenCV's log.
function(expect expected_code)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE report)
  if(NOT code EQUAL expected_code)
    message(FATAL_ERROR "${ARGN}: exit code ${code}, not ${expected_code}\n${out}${report}")
  endif()
  set(out "${out}" PARENT_SCOPE)
  set(report "${report}" PARENT_SCOPE)
endfunction()

# expect_report(REGEX...): the report must have these lines.
function(expect_report)
  foreach(line IN LISTS ARGN)
    if(NOT report MATCHES "(^|\n)clconv-run: ${line}\n")
      message(FATAL_ERROR "the report has no line '${line}':\n${report}")
    endif()
  endforeach()
endfunction()

function(expect_silence)
  if(report MATCHES "clconv-run")
    message(FATAL_ERROR "unexpected output:\n${report}")
  endif()
endfunction()

set(on_mats "[1-9][0-9]* passed on [(]not on UMats [0-9]+[)]")
set(device "device time [0-9]+[.][0-9]+ ms")
set(functions filter2D sepFilter2D GaussianBlur boxFilter blur Sobel Scharr Laplacian)
file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}")

if(PYTHON)
  execute_process(COMMAND "${PYTHON}" "${SCRIPT}" "${DIR}/before" RESULT_VARIABLE code OUTPUT_VARIABLE out)
  if(code EQUAL 77)
    message("${out}")
    return()
  endif()
  expect(0 "${PYTHON}" "${SCRIPT}" "${DIR}/before")
  expect(0 "${RUN}" --report "${PYTHON}" "${SCRIPT}" "${DIR}/after" "${DIR}/before")
  list(REMOVE_ITEM functions GaussianBlur)
  foreach(function IN LISTS functions)
    expect_report("${function}: 1 served [(][a-z_]+ 1, ${device}[)], 0 passed on")
  endforeach()
  expect_report("GaussianBlur: 1 served [(][a-z_]+ 1, ${device}[)], 1 passed on [(]refused by clconv 1[)]")
  return()
endif()

# The results must be those without clconv-run, and the right calls accelerated: two threads call each function on
# UMats, one on Mats. Canny on UMats calls Sobel twice, unless imgproc is linked so that its own calls stay inside
# (Ubuntu). On Mats OpenCV's functions call others too, some once for each of its threads.
expect(0 "${PROGRAM}" "${DIR}/before")
expect_silence()
expect(0 "${RUN}" "${PROGRAM}" "${DIR}/after" "${DIR}/before")
expect_silence()
expect(0 "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
expect_report("Sobel: [26] served [(][a-z_]+ [26], ${device}[)], ${on_mats}")
foreach(function filter2D sepFilter2D GaussianBlur boxFilter blur Scharr Laplacian)
  expect_report("${function}: 2 served [(][a-z_]+ 2, ${device}[)], ${on_mats}")
endforeach()

# If no program builds, clconv calls OpenCV's function on the CPU: it must be OpenCV's and not clconv's again.
set(broken "${CMAKE_COMMAND}" -E env "OPENCV_OPENCL_BUILD_EXTRA_OPTIONS=-Dkernel=broken -D__kernel=broken")
expect(0 ${broken} "${PROGRAM}" "${DIR}/before")
expect(0 ${broken} "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
expect_report("filter2D: 2 served [(]opencv-cpu 2, device time 0[.]000 ms[)], ${on_mats}"
  "Laplacian: 2 served [(]opencv-cpu 2, device time 0[.]000 ms[)], ${on_mats}")

# Without OpenCL nothing is accelerated.
set(disabled "${CMAKE_COMMAND}" -E env OPENCV_OPENCL_DEVICE=disabled)
expect(0 ${disabled} "${PROGRAM}" "${DIR}/before")
expect(0 ${disabled} "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
expect_report("blur: 0 served, 3 passed on [(]not on UMats 1, no OpenCL device in use 2[)]")

# Mats, on request: none by default; with `always` every large enough call waits for its program, with `eager` calls go
# on until it is built. Canny compares gradients with thresholds, which a difference of 1 can cross.
set(always "${CMAKE_COMMAND}" -E env OPENCV_CLCONV_MATS=always)
expect(0 "${PROGRAM}" "${DIR}/before")
expect(0 ${always} "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
foreach(function sepFilter2D GaussianBlur boxFilter blur Scharr Laplacian)
  expect_report("${function}: [3-9] served [(][a-z_0-9 ,]+, ${device}[)], [^\n]*")
endforeach()
set(eager "${CMAKE_COMMAND}" -E env OPENCV_CLCONV_MATS=eager)
expect(0 ${eager} "${RUN}" --mats --report "${PROGRAM}" --mats)
expect_report("filter2D: [1-9][0-9]* served [(][a-z_0-9 ,]+, ${device}[)], [1-9][^\n]*program being built [1-9][^\n]*")
expect(0 "${RUN}" --mats "${PROGRAM}" --exit=0)
expect_silence()

# If OpenCV has no device, its functions stay on the CPU. UMats are treated like Mats and run on a CPU device that only
# clconv uses; Mats only on request.
set(no_device "${CMAKE_COMMAND}" -E env --unset=OPENCV_OPENCL_DEVICE)
execute_process(COMMAND ${no_device} "${PROGRAM}" --gpu RESULT_VARIABLE no_gpu)
if(no_gpu)
  expect(0 ${no_device} "${PROGRAM}" "${DIR}/before")
  expect(0 ${no_device} "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
  expect_report("blur: 0 served, 3 passed on [(]not on UMats 1, too rare to build for 2[)]")
  expect(0 ${no_device} OPENCV_CLCONV_MATS=off "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
  expect_report("blur: 0 served, 3 passed on [(]not on UMats 1, no OpenCL device in use 2[)]")
  expect(0 ${no_device} OPENCV_CLCONV_MATS=always "${RUN}" --report "${PROGRAM}" "${DIR}/after" "${DIR}/before")
  foreach(function filter2D sepFilter2D GaussianBlur boxFilter blur Scharr Laplacian)
    expect_report("${function}: [3-9] served [(]cpu[a-z_0-9 ,]+, ${device}[)], [^\n]*")
  endforeach()
endif()

# Exit codes are the program's, or clconv-run's own.
expect(7 "${RUN}" "${PROGRAM}" --exit=7)
expect(0 "${RUN}" -- "${PROGRAM}" --exit=0)
# Also if the process ends after a first launch, while a thread of PoCL still compiles.
foreach(attempt RANGE 2)
  expect(7 "${CMAKE_COMMAND}" -E env "OPENCV_OPENCL_CACHE_DIR=${DIR}/caches${attempt}"
    "POCL_CACHE_DIR=${DIR}/caches${attempt}" "${RUN}" "${PROGRAM}" --exit=7)
endforeach()
expect(0 "${RUN}" --help)
if(NOT out MATCHES "Usage: clconv-run")
  message(FATAL_ERROR "--help: ${out}")
endif()
expect(2 "${RUN}")
expect(2 "${RUN}" --nonsense "${PROGRAM}")
expect(127 "${RUN}" "${DIR}/none")
expect_report("${DIR}/none: No such file or directory")
expect(126 "${RUN}" "${DIR}")

# A program without OpenCV.
expect(0 "${RUN}" "${CMAKE_COMMAND}" -E true)
expect_silence()
expect(0 "${RUN}" --report "${CMAKE_COMMAND}" -E true)
expect_report("cmake called none of the functions that clconv serves")

# Programs with another OpenCV, shared or static, run, and one line names it.
expect(0 "${RUN}" "${OTHER}")
expect_report("[^\n]* uses another OpenCV than libopencv_[^\n]*[(][^\n]*/libopencv_imgproc.so.999[)]")
expect(0 "${RUN}" "${STATIC}")
expect_report("[^\n]* uses another OpenCV than libopencv_[^\n]*[(]the program itself[)]")
