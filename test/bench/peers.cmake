# The scripts of perf: what they refuse, and a small run of every installed peer (perf/peers). The programs of peers are
# compiled next to clconv_peer.
if(CLCONV_PYTHON_EXECUTABLE)
  set(clconv_peer_program "")
  if(TARGET clconv_peer)
    set(clconv_peer_program "CLCONV_PEER=$<TARGET_FILE:clconv_peer>")
  endif()
  clconv_check(perf_scripts "${clconv_peer_program}" "${CLCONV_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider
    "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(perf_scripts PROPERTIES SKIP_REGULAR_EXPRESSION "No module named")
endif()
