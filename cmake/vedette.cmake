# How every folder of the project is built.

add_library(vedette_flags INTERFACE)
target_include_directories(vedette_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(vedette_flags INTERFACE
  -Wall -Wextra -Wshadow -Werror -Wno-missing-field-initializers # a row states what it has
  $<$<COMPILE_LANGUAGE:C>:-Wconversion -Wstrict-prototypes>
  -ffp-contract=off) # the same sums on every machine, so that replays agree
if(VEDETTE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()

if(VEDETTE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()

# vedette_library(NAME SOURCES a.c b.cpp LIBS cjson ...): one static library for one folder.
function(vedette_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_library(vedette_${name} STATIC ${arg_SOURCES})
  target_link_libraries(vedette_${name} PUBLIC m PRIVATE vedette_flags ${arg_LIBS})
endfunction()

# vedette_test(NAME SOURCES test_x.c LIBS vedette_core ...): one ctest program on cmocka.
function(vedette_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE vedette_flags ${arg_LIBS} PkgConfig::CMOCKA m)
  add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()
