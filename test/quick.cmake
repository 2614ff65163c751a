# The quick form of the tests, CLCONV_QUICK=ON: for continuous integration, whose caches of programs are empty. PoCL
# then compiles for half an hour on two cores; a program of Fourier transforms takes 10 to 40 s. This leaves out the
# tests that build the most programs which no other test uses; random calls and other tests cover the same code.
# `./dev test --quick` instead selects whole tests, by their labels (labels.cmake). Seconds: one test after the other on
# two cores (AMD EPYC, PoCL 3.1), empty caches.
set(clconv_left_out
  # 20 to 30 s a program. Of fft stay sizes, NaNs and large numbers, of fft_large a few and the NaNs of FftHoles.
  "All/Clconv_Fft.filters*/fft" # 83 s
  "All/Clconv_Fft.keepsIntegersExact/fft" # 60 s
  "All/Clconv_Fft.keepsItsPromiseInDarkAreas/fft" # 55 s
  "All/Clconv_Fft.agreesWithStock/fft" # 10 s
  "All/Clconv_Fft.filters*/fft_large*" # 65 s
  "All/Clconv_Fft.keeps*/fft_large*" # 170 s
  "All/Clconv_Fft.passesNansToTheirWindowsAlone/fft_large*" # 63 s
  "All/Clconv_Fft.takesFiltersOfAnySize/fft_large*" # 150 s beside other programs
  "All/Clconv_Fft.*/fft_large_TILE_512" # Clconv_FftLargeTiles has it
  "All/Clconv_FftLargeTiles.*/fft_large_TILE_1024" # 512 and 2048 stay
  "All/Clconv_Fft.*/fft_TILE_COLS_128" # the tile's other width; sizes and large numbers are those of fft
  "All/Clconv_Fft.*/cpu_fft_TILE_64" # 100 s; 128 stays
  "All/Clconv_Fft.*/cpu_fft_TILE_256" # 112 s
  "All/Clconv_FftHoles.*/fft_TILE_COLS_128"
  "All/Clconv_FftHoles.*/fft_large_TILE_512"
  "All/Clconv_FftHoles.*/cpu_fft_TILE_128"
  "All/Clconv_FftHoles.reachTheirWindowsAtEveryBorder/*" # 80 s; reachTheTilesOnBothSides stays
  "All/Clconv_FftHoles.add*/fft_TILE_COLS_64"
  "All/Clconv_FftHoles.are*/*" # 40 s
  "All/Clconv_FftHoles.stay*/*" # 80 s
  "All/Clconv_FftHoles.mayBe*/*" # 196 s beside other programs
  "All/Clconv_FftHoles.leave*/fft_TILE_COLS_64"
  # What one depth or one implementation shows, in the other ones. Seconds beside other programs.
  "All/Clconv_ExactSums.ofBoxes/*" # 373 s; Clconv_ExactBoxes stays
  "All/Clconv_ExactSums.*/8S" # 104 s; 8U and 16S stay
  "All/Clconv_ExactSums.*/16U" # 178 s
  "All/Clconv_ExactSums.*/32S" # 96 s
  "All/Clconv_GaussianBits.*/16U" # 81 s
  "All/Clconv_Half.isRightForLargeNumbersAndSmallOnes/fft*" # 138 s
  "All/Clconv_Half.isRight/local_PX_2" # 43 s; local_PX_1 stays
  "All/Clconv_BehindFilter.stagesAreThoseOneByOne/cpu" # `fuzz_chain` has it; cpu_separable and cpu_box stay
  "All/Clconv_Forced.filtersEachFamilyOfDepths/local_PX_1" # 31 s; local_PX_2 stays
  "Chosen/Clconv_Depths.*/*" # 40 s for one; Clconv_Forced has each family of depths, Clconv_Saturation both ends
  "Clconv_ChannelKernels.ofAllDepths" # 129 s
  "Clconv_ChannelKernels.haveExactSums" # 47 s
  "Clconv_ExactBoxes.areExactInFloatsToTheLastBit" # 98 s
  "Clconv_SparseFilter.keepsItsBits" # 79 s
  "Clconv_Repeatable.givesOneResultForEachCall" # 36 s; `repeatable` stays
  "Implementation/Clconv_Parameters.*" # each value of each parameter, 252 s; `tuner` and golden plans stay
  "All/Clconv_Forced.makesUpEveryBorder/*" # 115 s; Clconv_ForcedSharedCode has all borders
  "All/Clconv_Forced.filtersChannelsByThemselves/*" # 71 s
  "All/Clconv_Forced.takesKernels*/fft*" # 90 s
  "All/Clconv_Builds.aProgramForANewType/*" # 118 s
  "Clconv_AlignedSharedCode.*" # 80 s; All/Clconv_Aligned stays
  "Clconv_Padding.isReadNeitherHereNorByStock" # 28 s
  "Clconv_Bands.areRightForEveryBorder" # 27 s
  "Borders/Clconv_Mats.areRightInBands/*" # 31 s
  "Clconv_MatsMemory.holdsAnyDepth" # 27 s
  "Clconv_Kernel.mayLieInTheOutputsMemory" # 19 s
  "Clconv_SepFilter2D.takesAllDepths" # 22 s
  "Clconv_Repeatable.*CallsOfEachKind" # 55 s the three; `repeatable` stays
  "Clconv_Repeatable.*TwoDevices*"
  "Clconv_Kernels.compileAlone*" # 58 s; `kernels_with_clang` stays
)
string(REPLACE ";" ":" clconv_left_out "${clconv_left_out}")

# clconv_quick(VARIABLE FULL QUICK): sets the variable to one of the two values.
function(clconv_quick variable full quick)
  if(CLCONV_QUICK)
    set(${variable} "${quick}" PARENT_SCOPE)
  else()
    set(${variable} "${full}" PARENT_SCOPE)
  endif()
endfunction()

clconv_quick(clconv_suite_filter "--gtest_filter=-${clconv_unit_suites}"
  "--gtest_filter=-${clconv_unit_suites}:${clconv_left_out}")
clconv_quick(clconv_faults_filter "--gtest_filter=*"
  "--gtest_filter=-Clconv_Exclusion.isNotMadeForWantOfMemoryForScratch") # builds fft_large, 51 s
clconv_quick(clconv_fuzz_calls 500 200)
clconv_quick(clconv_fuzz_calls_more 100 40) # of other kinds
clconv_quick(clconv_fuzz_calls_named 600 300) # of six functions
clconv_quick(clconv_fuzz_calls_cold 300 100) # some wait for programs, others are served by the CPU
clconv_quick(clconv_forks 200 80)
clconv_quick(clconv_repeatable_calls 200 50) # of which most build a program
