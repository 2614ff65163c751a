# Runs clconv_gradient_pyramid on small images, drawn ones and files, with and without an OpenCL device: the exit code
# is 0, and the contact sheet has no blank pictures, except for a picture of one colour. Wrong arguments: exit code 2.
#
# As a script: cmake -DPROGRAM=<clconv_gradient_pyramid> -DLOOK=<clconv_look_at_sheet> -DDIR=<folder to write to>
#   -P gradient_pyramid.cmake

# expect(CODE COMMAND...)
function(expect expected_code)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL expected_code)
    message(FATAL_ERROR "${ARGN}: exit code ${code}, not ${expected_code}\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
  set(err "${err}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}")
set(sheet "${DIR}/sheet.png")

# Files: a chequerboard, one colour, and one that is not a picture.
foreach(row RANGE 15)
  foreach(column RANGE 23)
    math(EXPR value "((${row} / 4 + ${column} / 4) % 2) * 200 + 20")
    string(APPEND chequered " ${value}")
    string(APPEND plain " 77")
  endforeach()
endforeach()
file(WRITE "${DIR}/chequered.pgm" "P2 24 16 255\n${chequered}\n")
file(WRITE "${DIR}/plain.pgm" "P2 24 16 255\n${plain}\n")
file(WRITE "${DIR}/words.png" "no picture")

foreach(wrong "--nonsense" "one;two" "--ksize=4" "--ksize=11" "--size=7x100" "--size=0" "--size=32768x32768"
    "--sheet=/nowhere/at/all.png" "--sheet=${DIR}/sheet.nonsense" "--sheet=" "${DIR}/none.png" "${DIR}/words.png"
    "${DIR}/plain.pgm;--sheet=${DIR}/plain.pgm")
  expect(2 "${PROGRAM}" ${wrong})
endforeach()
expect(0 "${PROGRAM}" --help)
if(EXISTS "${sheet}")
  message(FATAL_ERROR "a run that was refused wrote ${sheet}")
endif()

foreach(arguments "--size=241x270" "--size=97x61;--ksize=9" "${DIR}/chequered.pgm;--size=120x80;--ksize=5")
  file(REMOVE "${sheet}")
  expect(0 "${PROGRAM}" ${arguments} "--sheet=${sheet}")
  if(NOT out MATCHES "mean gradient" OR NOT out MATCHES "written: ")
    message(FATAL_ERROR "${arguments}: unexpected output:\n${out}")
  endif()
  expect(0 "${LOOK}" "${sheet}" 5 4)
endforeach()

file(REMOVE "${sheet}")
expect(0 "${CMAKE_COMMAND}" -E env OPENCV_OPENCL_DEVICE=disabled "${PROGRAM}" --size=97x61 "--sheet=${sheet}")
expect(0 "${LOOK}" "${sheet}" 5 4)

expect(0 "${PROGRAM}" "${DIR}/plain.pgm" --size=64x64 "--sheet=${sheet}")
expect(1 "${LOOK}" "${sheet}" 5 4)
if(NOT out MATCHES "20 of 20 are blank")
  message(FATAL_ERROR "noise, where a picture has one colour:\n${out}")
endif()
