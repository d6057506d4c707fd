# How every folder of the project is built.

add_library(vedette_flags INTERFACE)
target_include_directories(vedette_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(vedette_flags INTERFACE
  -Wall -Wextra $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow> -Werror -Wno-missing-field-initializers # a row states what it has
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

# vedette_embed(TARGET SYMBOL FILE): the file's bytes become part of the target's program, as
#   extern const unsigned char SYMBOL[], SYMBOL_end[];  // SYMBOL_end - SYMBOL bytes
function(vedette_embed target symbol file)
  get_filename_component(path ${file} ABSOLUTE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
  file(CONFIGURE OUTPUT ${source} CONTENT [[
__asm__(".pushsection .rodata, \"a\"\n"
        ".globl @symbol@\n.globl @symbol@_end\n"
        ".balign 16\n"
        "@symbol@:\n.incbin \"@path@\"\n"
        "@symbol@_end:\n.byte 0\n"
        ".popsection\n");
typedef int no_empty_file;
]] @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  target_sources(${target} PRIVATE ${source})
endfunction()

# vedette_label(NAME SLOW): every test is labelled `fast` or, where SLOW is true, `slow`. All the fast ones together take less than a minute on two cores.
function(vedette_label name slow)
  if(slow)
    set_tests_properties(${name} PROPERTIES LABELS slow)
  else()
    set_tests_properties(${name} PROPERTIES LABELS fast)
  endif()
endfunction()

# vedette_test(NAME [SLOW] SOURCES test_x.c LIBS vedette_core ...): one ctest program on cmocka. SLOW: it takes more than about two seconds of one core.
function(vedette_test name)
  cmake_parse_arguments(arg "SLOW" "" "SOURCES;LIBS" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE vedette_flags ${arg_LIBS} PkgConfig::CMOCKA m)
  add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
  vedette_label(${name} "${arg_SLOW}")
endfunction()

# vedette_script_test(NAME [SLOW] COMMAND a.sh ...): one ctest that is no program of ours. Exit code 77: it can't run here and is skipped.
function(vedette_script_test name)
  cmake_parse_arguments(arg "SLOW" "" "COMMAND" ${ARGN})
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200 SKIP_RETURN_CODE 77)
  vedette_label(${name} "${arg_SLOW}")
endfunction()
