#!/bin/sh
# Every C and C++ file of ours is formatted as .clang-format says. Usage: test_format.sh, from the top of the source tree.
# Versions of clang-format differ in details; Debian 12 has 14. Without it the test is skipped (77).
set -u
format=$(command -v clang-format-14 || command -v clang-format) || { echo "clang-format is not installed"; exit 77; }
case "$("$format" --version)" in
    *"version 14."*) ;;
    *) echo "clang-format 14 is wanted; there is $("$format" --version)"; exit 77 ;;
esac
files=$(find . \( -path './build*' -o -path './.*' \) -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' \) -print)
[ -n "$files" ] || { echo "no source files here"; exit 1; }
echo "$files" | xargs -P "$(nproc)" -n 100 "$format" --dry-run -Werror || { echo "format them with: clang-format -i FILE"; exit 1; }
