# Programs that fuzz functions of text. The preset fuzz links them with libFuzzer, which needs Clang. Other builds link
# them with replay.cpp, so that every test run repeats the corpus and some thousand mutations of it.
option(CLCONV_LIBFUZZER "Link the fuzzers of text with libFuzzer" OFF)
set(clconv_text_folder "${CMAKE_CURRENT_LIST_DIR}")
set(clconv_tables "${PROJECT_SOURCE_DIR}/modules/clconv/src/tuning/tables")

foreach(text force tuning specialized_taps kernel_file)
  set(program clconv_fuzz_${text})
  add_executable(${program} "${clconv_text_folder}/${text}.cpp" "${clconv_text_folder}/text_target.cpp"
    "${clconv_text_folder}/text_target.hpp")
  set_target_properties(${program} PROPERTIES CXX_STANDARD 14)
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/test")
  target_link_libraries(${program} PRIVATE clconv_internals clconv_program_support)
  if(CLCONV_LIBFUZZER)
    target_link_options(${program} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${program} PRIVATE "${clconv_text_folder}/replay.cpp")
    clconv_check(fuzz_${text} "" ${program} --mutations=2000 "${clconv_text_folder}/corpus/${text}")
  endif()
endforeach()
target_sources(clconv_fuzz_kernel_file PRIVATE "${PROJECT_SOURCE_DIR}/samples/video/filters.cpp")
target_link_libraries(clconv_fuzz_kernel_file PRIVATE opencv_imgproc)
