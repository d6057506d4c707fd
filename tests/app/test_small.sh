#!/bin/sh
# The small program judges and checks without the libraries of pictures and pages, and says what is missing where the full one is not there.
# Usage: test_small.sh VEDETTE, from the top of the source tree.
. tests/app/cli_checks.sh

loads_none() { ! ldd "$1" | grep -E 'opencv|libav|swscale|cairo|camera|microhttpd|apriltag|yaml'; }
ok "ldd lists what the small program loads" sh -c "ldd '$vedette' | grep -q libc"
ok "the small program loads no library of pictures or pages" loads_none "$vedette"
ok "the full program loads OpenCV" sh -c "ldd '$vedette-full' | grep -q opencv_core"

# What the small program does by itself, it does without the full one.
small="$work/vedette"
cp "$vedette" "$small"
vedette=$small
expect 0 "0 bad lines" judge --game samples/battle.game.json --events samples/battle.events.jsonl
expect 0 "" check samples/battle.game.json; says "a game by battlesystem-1e"
expect 0 "" check samples/battle.cal.json; says "a calibration for"
expect 0 "" rules --json
expect 0 "" --version; says "vedette 0."
expect 0 "" help judge; says "usage: vedette judge"
for c in demo watch detect calibrate print cameras; do
    expect 3 "vedette-full is neither in $work nor in $work/../libexec/vedette: this subcommand needs it; install" $c --help
done
expect 3 "vedette-full is neither in" check samples/battle.game.json --calibration samples/battle.cal.json
expect 3 "vedette-full is neither in" help watch
echo "no program" >"$work/vedette-full"
expect 3 "$work/vedette-full: cannot be run: Permission denied: install Vedette again" cameras

# The full one gets the same words, whatever link the small one was called by.
printf '#!/bin/sh\nprintf "[%%s]" "$@"\n' >"$work/vedette-full"
chmod +x "$work/vedette-full"
mkdir "$work/bin" && ln -s "$small" "$work/bin/judge-tool"
vedette="$work/bin/judge-tool"
expect 0 "" watch --game "a b.json" --source ""; says '[watch][--game][a b.json][--source][]'
expect 0 "" check samples/battle.game.json --source x; says '[--source][x]'

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
