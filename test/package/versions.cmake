# The version must be the same everywhere: in the changelog, which may begin with an unreleased list, in the citation
# file, and in the names of packages, files and releases in documents and scripts.
#
#   cmake -DROOT=<project> -DVERSION=<version of the project> -P versions.cmake
cmake_minimum_required(VERSION 3.16)
string(REGEX MATCH "^[0-9]+[.][0-9]+" minor "${VERSION}")
set(errors "")

# expect(FILE EXPECTED REGEX): the group of the expression must match EXPECTED in the file; sets `matches`.
function(expect file expected regex)
  file(READ "${ROOT}/${file}" text)
  string(REGEX REPLACE "[][;]" "" text "${text}") # these have a meaning in lists
  string(REGEX MATCHALL "${regex}" matches "${text}")
  foreach(match IN LISTS matches)
    string(REGEX REPLACE "${regex}" "\\1" found "${match}")
    if(NOT found STREQUAL expected)
      string(APPEND errors "${file}: ${found}, not ${expected}\n")
    endif()
  endforeach()
  set(matches "${matches}" PARENT_SCOPE)
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

expect(CITATION.cff "${VERSION}" "\nversion: ([^\n]+)")
if(NOT matches)
  string(APPEND errors "CITATION.cff states no version\n")
endif()
file(READ "${ROOT}/CHANGELOG.md" changelog)
string(REGEX MATCH "\n## [^\n]+" heading "${changelog}")
if(NOT heading MATCHES "\n## (Unreleased|${VERSION})$")
  string(APPEND errors "CHANGELOG.md begins with${heading}, not ## ${VERSION} nor ## Unreleased\n")
endif()

file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/docs/install/*.md" "${ROOT}/.github/*.yml"
  "${ROOT}/test/package/*.txt")
foreach(file README.md cmake/packages.cmake ${files})
  foreach(before libopencv-clconv libopencv_clconv[.]so[.] "find_package[(]clconv ")
    expect(${file} "${minor}" "${before}([0-9]+[.][0-9]+)")
  endforeach()
  expect(${file} "${VERSION}" "clconv-([0-9]+[.][0-9]+[.][0-9]+)")
endforeach()
if(errors)
  message(FATAL_ERROR "${errors}")
endif()
message("${VERSION} everywhere")
