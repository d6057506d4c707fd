#!/bin/sh
# The man page names every command, and of each command exactly the options that its --help prints. Argument: the program. It runs in the source tree.
set -eu
vedette="$1" page=docs/vedette.1
commands=$("$vedette" --help | sed -nE 's/^  ([a-z]+)  .*/\1/p' | grep -vE '^(help|version)$')
[ "$(echo "$commands" | wc -l)" -ge 9 ] || { echo "--help lists only: $commands" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Options at the beginning of a line of help (also behind a short name), and of the page's tagged paragraphs within the command's section.
wrong=0
for c in $commands; do
    "$vedette" "$c" --help | sed -nE 's/^  (-[-a-z]+).*/\1/p' | grep -vxE -- '--help|-h' | sort -u >"$scratch/help"
    awk -v c="$c" '/^\.S[SH]/ { inside = $0 ~ "^\\.SS (.*, )?" c "(,|$)" } inside' "$page" |
        sed -nE 's/^\.BI? ((\\-)+[a-z\\-]+).*/\1/p' | sed 's/\\-/-/g' | sort -u >"$scratch/page"
    [ -s "$scratch/page" ] || [ ! -s "$scratch/help" ] || { echo "$page: nothing on $c" >&2; wrong=1; }
    diff "$scratch/help" "$scratch/page" >"$scratch/diff" || { echo "$c: --help (<) and $page (>) differ:" >&2; cat "$scratch/diff" >&2; wrong=1; }
done
[ "$wrong" -eq 0 ] || exit 1

# No warning of the formatter, where it is installed.
if command -v groff >/dev/null; then
    said=$(groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "$said" >&2; exit 1; }
fi
echo "$commands" | tr '\n' ' '
