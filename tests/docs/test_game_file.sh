#!/bin/sh
# The reference of the game file names every key that the reader knows and every word of terrain and traits that a ruleset has, and its example is a
# good game. Argument: the program. It runs in the source tree.
set -eu
vedette="$1" page=docs/game-file.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The readers' lists: static const char *const keys[] = {"id", "base", ..., NULL};
cat core/game_*.c | tr '\n' ' ' | grep -oE 'const keys\[\] = \{[^}]*\}' | grep -oE '"[a-z_]+"' | tr -d '"' | sort -u >"$scratch/keys"
# The words of the rulesets, in lists of one name: "terrain":["hill",...]
"$vedette" rules --json | tr -d '\n' | grep -oE '"(terrain|traits)": *\[[^]]*\]' | sed -E 's/^"[a-z]+"://' | grep -oE '"[a-z-]+"' | tr -d '"' | sort -u >"$scratch/words"
[ "$(wc -l <"$scratch/keys")" -ge 50 ] && [ "$(wc -l <"$scratch/words")" -ge 20 ] || { echo "too few keys or words found: the check is blind" >&2; exit 1; }

wrong=0
while read -r word; do
    grep -qE "[\`\"]$word[\`\"]" "$page" || { echo "$page does not name $word" >&2; wrong=1; }
done <<END
$(cat "$scratch/keys" "$scratch/words")
END

awk '/^```json/ { inside = !done; next } /^```/ { done = done || inside; inside = 0 } inside' "$page" >"$scratch/example.game.json"
"$vedette" check "$scratch/example.game.json" >"$scratch/said" 2>&1 || { cat "$scratch/said" >&2; wrong=1; }
grep -q "unknown key" "$scratch/said" && { cat "$scratch/said" >&2; wrong=1; }
[ "$wrong" -eq 0 ] || exit 1
echo "$(wc -l <"$scratch/keys") keys, $(wc -l <"$scratch/words") words"
