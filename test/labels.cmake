# The labels of the tests, for ctest -L and -LE. `unit` needs no OpenCL device, `device` needs one. `slow`, in addition
# to one of these, takes long even if all programs are cached: `./dev test --quick` leaves it out. This differs from the
# quick form of the tests (CLCONV_QUICK, quick.cmake), which shortens each test for empty caches.
#
# To check that `unit` needs none: OPENCV_OPENCL_DEVICE=disabled ctest --test-dir build/release -L unit

# Suites that need no device and therefore run as a separate test.
set(clconv_unit_suites BankPlan BatchPlan DenormScaling FactorParts FftPlan FftSpectrum FixedPoint Int8Slices
  KnownPrograms MatDemand MatTimes MultiplyAdds ParameterSpace Plan ReadWindow Specialization StepwiseLines TableLines
  Tuning TuningEntry TuningTable)
list(TRANSFORM clconv_unit_suites REPLACE "(.+)" "Clconv_\\1.*:*/Clconv_\\1.*")
list(JOIN clconv_unit_suites ":" clconv_unit_suites)

set(clconv_unit_tests suite_unit contrib count_operations dev explain_absent_device explain_sparse fuzz_force
  fuzz_kernel_file fuzz_specialized_taps fuzz_tuning golden_plans gst_inspect kernels_with_clang offline
  parameter_table plan_table quantity_table shared_library_without_nm spelling stays_loaded streams_parts
  tuner_without_device versions without_device)
set(clconv_slow_tests bench builder clconv_run dask emulated_matrix_units faults_walk forks forks_module fuzz fuzz_chain
  fuzz_cold fuzz_force fuzz_mats fuzz_named gradient_pyramid hostile_program_cache offline packages perf_scripts
  repaid_builds repeatable streams study subproject tuner)

# clconv_label_tests(): labels all existing tests.
function(clconv_label_tests)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    set(labels device)
    if(test IN_LIST clconv_unit_tests OR test MATCHES "^habits_")
      set(labels unit)
    endif()
    if(test IN_LIST clconv_slow_tests)
      list(APPEND labels slow)
    endif()
    set_tests_properties(${test} PROPERTIES LABELS "${labels}")
  endforeach()
endfunction()
