#!/bin/sh
# The README is short: at most 150 lines, and no sentence of more than 25 words. It runs in the source tree.
set -eu
file="${1:-README.md}"
lines=$(wc -l <"$file")
[ "$lines" -le 150 ] || { echo "$file: $lines lines: at most 150" >&2; exit 1; }

# A paragraph, a list item, a table's cell: a sentence never runs on from one into the next. Code, pictures' paths and links' targets are no words.
awk '
    function finish() { if (text != "") print text; text = "" }
    /^[ ]*```/ { finish(); code = !code; next }
    code { next }
    /^[ ]*$/ || /^#/ { finish(); next }
    /^\|/ { finish(); n = split($0, cell, "|"); for (i = 1; i <= n; i++) print cell[i]; next }
    /^[ ]*([-*]|[0-9]+\.) / { finish(); sub(/^[ ]*([-*]|[0-9]+\.) /, "") }
    { text = text " " $0 }
    END { finish() }
' "$file" | sed -E 's/!?\[([^]]*)\]\([^)]*\)/\1/g; s/[*`]//g' | sed -E 's/([.!?])( |$)/\1\n/g' | awk '
    { n = split($0, word, " "); if (n > longest) { longest = n; sentence = $0 } count++ }
    END {
        if (count < 20) { print "only " count " sentences found: the check is blind" > "/dev/stderr"; exit 1 }
        if (longest > 25) { print "a sentence of " longest " words, at most 25:" sentence > "/dev/stderr"; exit 1 }
        print count " sentences, the longest of " longest " words"
    }'
