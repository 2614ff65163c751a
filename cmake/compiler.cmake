# Warnings and sanitizers, the same for every target.
add_library(clconv_compiler INTERFACE)
if(MSVC)
  target_compile_options(clconv_compiler INTERFACE /W4 $<$<BOOL:${CLCONV_WERROR}>:/WX>)
else()
  target_compile_options(clconv_compiler INTERFACE -Wall -Wextra -Wshadow $<$<BOOL:${CLCONV_WERROR}>:-Werror>)
endif()
if(CLCONV_SANITIZE)
  target_compile_options(clconv_compiler INTERFACE -fsanitize=${CLCONV_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all) # a finding of UBSan ends the program, as those of the others do
  target_link_options(clconv_compiler INTERFACE -fsanitize=${CLCONV_SANITIZE})
endif()
