# Shows that each check of habits.cmake finds its kind of fault, at the right line, and nothing in what is allowed:
# cmake -DDIR=<a scratch folder> -P self_test.cmake
cmake_minimum_required(VERSION 3.18)

set(implementations modules/clconv/src/implementations)

# plant(FILE LINE...): writes a file of a small project in DIR.
# @ stands for an opening bracket, which would join elements of a list.
function(plant file)
  list(JOIN ARGN "\n" text)
  string(REPLACE "@" "[" text "${text}")
  file(WRITE "${DIR}/${file}" "${text}\n")
endfunction()

# expect(CHECK FINDING...): expects exactly these, each FILE:LINE: and the beginning of the message.
function(expect check)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${DIR}" "-DCHECKS=${check}" -P "${CMAKE_CURRENT_LIST_DIR}/habits.cmake"
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  list(LENGTH ARGN count)
  if((count AND code EQUAL 0) OR (NOT count AND NOT code EQUAL 0) OR NOT output MATCHES "${check}: ${count}\n")
    message(FATAL_ERROR "${check}: not the ${count} expected findings, exit code ${code}:\n${output}")
  endif()
  foreach(finding IN LISTS ARGN)
    string(FIND "${output}" "${finding}" at)
    if(at LESS 0)
      message(FATAL_ERROR "${check} does not find ${finding}:\n${output}")
    endif()
  endforeach()
endfunction()

# Removes the small project.
function(empty_project)
  file(REMOVE_RECURSE "${DIR}")
  file(MAKE_DIRECTORY "${DIR}/test/habits")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/old_words.txt" "${DIR}/test/habits/old_words.txt" COPYONLY)
  foreach(file CMakeLists.txt README.md CONTRIBUTING.md)
    plant(${file} "")
  endforeach()
endfunction()

empty_project()
foreach(check words includes numbers folders lines commands parameters guards)
  expect(${check})
endforeach()

plant(README.md "Strings, a striped shirt, during, most of them, restrict, PHASES" "and a strip.")
plant(kernels/a.cl "int stripped\; // unstrip" "int isStripOf, STRIP_ROWS\; @" "int string = leastTap; \\" "}")
plant(docs/b.md "The compiler" "listens.")
expect(words "README.md:2: 'strip' is now"
  "kernels/a.cl:2: 'Strip' is now 'register tile', 'STRIP' is"
  "kernels/a.cl:3: 'leastTap' is now" "docs/b.md:2: 'listens'")

plant(modules/clconv/src/problem/a.cpp "#include \"util/log.hpp\"" "" "#include \"planner/plan.hpp\"")
plant(modules/clconv/src/api/b.hpp "#include \"planner/plan.hpp\"" "#include <api/anything.hpp>")
plant(modules/clconv/src/elsewhere/c.hpp "")
expect(includes "problem/a.cpp:3: problem includes planner" "elsewhere/c.hpp:1: 'elsewhere' is none")

plant(${implementations}/gpu/a.cpp
  "if (taps > 2 && rows == 0 || x != -1) // > 7" "    int a = 17 + b<3>()\;" "  if (taps >= 25)"
  "x = wide ? 8 : 2\;" "  || (3 < taps)" "y = n < 1.5f ? LIMIT_4 : \"9 < 10\"\;" "float8 v = a == b\;")
expect(numbers "gpu/a.cpp:3: the number 25 " "gpu/a.cpp:4: the number 8 " "gpu/a.cpp:5: the number 3 "
  "gpu/a.cpp:6: the number 1.5f ")

foreach(number RANGE 1 12)
  plant(samples/full/${number}.cpp "")
  plant(samples/fuller/${number}.cpp "")
endforeach()
plant(samples/full/picture.svg "")
plant(samples/fuller/more.txt "")
expect(folders "samples/fuller:1: 13 files")

string(REPEAT "x" 120 long)
string(REPEAT "é" 120 accents)
plant(perf/long.cpp "${long}" "${long}\;" "${accents}" "${accents}@")
expect(lines "perf/long.cpp:2: 121 characters" "perf/long.cpp:4: 121 characters")

plant(docs/commands.md "    ./dev test  # every  test" "    ./dev test  every test" "    A_B=1 clconv_a --b   c\\; d"
  "    clconv-run: 1  served" "    ./dev build" "text of  ./dev build")
expect(commands "docs/commands.md:2: no # before 'every test'" "docs/commands.md:3: no # before 'c")

plant(kernels/parameters.cl "#ifndef A // meaning" "#define A 1" "#endif" "#ifndef B" "#define B 2" "#endif"
  "#ifndef C" "#define C 3 // meaning" "#endif" "#ifndef GUARD" "#define GUARD")
expect(parameters "kernels/parameters.cl:5: the default of B ")

plant(kernels/common/guarded.cl "// what for" "" "#ifndef GUARDED_CL" "#define GUARDED_CL" "" "#endif")
plant(kernels/common/other.cl "// what for" "" "#ifndef OTHER_CL" "#define ANOTHER_CL" "" "#endif")
plant(kernels/bare.cl "// what for" "" "int a@1]\;" "#ifndef BARE_CL" "#define BARE_CL" "#endif")
plant(kernels/top.cl "#include \"common/guarded.cl\"" "#include \"common/other.cl\"" "#include \"bare.cl\"")
expect(guards "kernels/common/other.cl:3: included without" "kernels/bare.cl:3: included without")

file(REMOVE_RECURSE "${DIR}")
message("each check finds what is planted, and nothing else")
