# A short run of clconv_bench over all kinds of coefficients and the largest kernels: the exit code is 0 and each row is
# right. Then runs with NaNs and with chains.
#
#   cmake -DPROGRAM=clconv_bench -DDIR=<folder to write into> -P bench.cmake

cmake_minimum_required(VERSION 3.16)
file(MAKE_DIRECTORY "${DIR}")
set(quick --sizes=160x120 --stock=false --rounds=1)
set(kinds 12) # of --kernels=all

# measure(COUNT ARGUMENTS...): expects that many rows, all with `ok`.
function(measure count)
  execute_process(COMMAND "${PROGRAM}" ${quick} ${ARGN} --csv=${DIR}/rows.csv
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  file(STRINGS "${DIR}/rows.csv" rows)
  list(POP_FRONT rows heading)
  list(FILTER rows INCLUDE REGEX ",ok,[-+.e0-9]*$")
  list(LENGTH rows right)
  if(NOT code EQUAL 0 OR NOT right EQUAL count)
    message(FATAL_ERROR "${ARGN}: exit code ${code}, ${right} of ${count} rows are right\n${output}${errors}")
  endif()
  set(heading "${heading}" PARENT_SCOPE)
  set(rows "${rows}" PARENT_SCOPE)
endfunction()

math(EXPR both_sizes "2 * ${kinds}")
measure(${both_sizes} --types=8UC1 --ksizes=3,101 --kernels=all)
measure(${kinds} --types=32FC1 --ksizes=41 --kernels=all --borders=replicate)

# 0 and 1000 NaNs per megapixel: 20 pixels, in half of the rows.
measure(8 --types=32FC1,32FC4 --ksizes=3,15 --kernels=random --nans=0,1000)
list(FILTER rows INCLUDE REGEX "^160x120,32FC[14],CV_32F,[0-9]+,random,reflect101,1000,")
list(LENGTH rows with_nans)
if(NOT heading MATCHES ",border,nans," OR NOT with_nans EQUAL 4)
  message(FATAL_ERROR "${with_nans} rows with NaNs, not 4, under ${heading}")
endif()

# The six chains of bytes and the four of floats, against their stages and OpenCV's functions on Mats.
execute_process(COMMAND "${PROGRAM}" ${quick} --chain=all --types=8UC3,32FC1 --opencv-cpu=true --csv=${DIR}/chains.csv
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors)
file(STRINGS "${DIR}/chains.csv" rows)
list(POP_FRONT rows heading)
set(times "[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]*")
list(FILTER rows INCLUDE REGEX "^160x120,(8UC3|32FC1),5,[a-z]+,${times},cpu_[a-z]+,ok$")
list(LENGTH rows right)
if(NOT code EQUAL 0 OR NOT right EQUAL 10 OR
    NOT heading MATCHES "^size,type,ksize,chain,chain_us,single_us,blur_us,opencv_cpu_us,")
  message(FATAL_ERROR "--chain: exit code ${code}, ${right} of 10 rows are right under ${heading}\n${output}${errors}")
endif()

foreach(wrong --kernels=nonsense --chain=nonsense --ksizes=13 --nans=x "--nans=1;--types=8UC1")
  execute_process(COMMAND "${PROGRAM}" ${wrong} RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
  if(NOT code EQUAL 2)
    message(FATAL_ERROR "${wrong}: exit code ${code}, not 2")
  endif()
endforeach()
execute_process(COMMAND "${PROGRAM}" --help RESULT_VARIABLE code OUTPUT_VARIABLE help)
if(NOT code EQUAL 0 OR NOT help MATCHES "\n  gabor +dense +[^\n]*getGaborKernel")
  message(FATAL_ERROR "--help, exit code ${code}: no formula of gabor\n${help}")
endif()
