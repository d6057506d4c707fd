#!/bin/sh
# The sample game end to end: the demo's verdicts are those worked out by hand in samples/README.md, the record judges again to the same, and what is
# cut short or killed keeps what it had. Usage: test_sample.sh VEDETTE, from the top of the source tree.
vedette="$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
ok() { # ok "what" command...: the command must succeed
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}
moves() { grep -h '"kind":"move"' "$1"; }
same_moves() { moves "$1" >"$work/a" && moves "$2" >"$work/b" && [ -s "$work/a" ] && cmp "$work/a" "$work/b"; }
sample="--game samples/battle.game.json --calibration samples/battle.cal.json --source samples/battle.mp4"

ok "the demo's verdicts are as expected" "$vedette" demo --once --fast --json --listen 127.0.0.1:0 --record "$work/battle.vedette" >"$work/live.jsonl" 2>"$work/said"
ok "what an illegal move would demand waits for the judge" sh -c "grep -q 'Guard: illegal' '$work/said' && ! grep -q 'Guard made a forced march' '$work/said'"
ok "the record is sound" "$vedette" check "$work/battle.vedette"
"$vedette" replay "$work/battle.vedette" --export jsonl -o - >"$work/whole.jsonl"
ok "each move has its picture after it" [ "$(grep -c '"kind":"picture".*"what":"after"' "$work/whole.jsonl")" -eq 9 ]
ok "and all but the first one before it" [ "$(grep -c '"kind":"picture".*"what":"before"' "$work/whole.jsonl")" -ge 8 ]
ok "its events can be exported" "$vedette" replay "$work/battle.vedette" --export events -o "$work/events.jsonl"
ok "they can be judged" "$vedette" judge --quiet --game samples/battle.game.json --events "$work/events.jsonl" >"$work/again.jsonl"
ok "to the same verdicts" same_moves "$work/live.jsonl" "$work/again.jsonl"
ok "the page can be exported" "$vedette" replay "$work/battle.vedette" --export html -o "$work/battle.html"
for format in svg png pdf mp4; do
    ok "a move can be exported as $format" "$vedette" replay "$work/battle.vedette" --export $format --move 4 -o "$work/move4.$format" --quiet
    ok "and is there" [ -s "$work/move4.$format" ]
done
ok "the counts can be exported" sh -c "'$vedette' replay '$work/battle.vedette' --export statistics -o - | grep -q '^\"all\",\"\",\"\",9,5,4,0,0,'"
for signal in INT TERM HUP; do
    echo old >"$work/stopped.mp4"
    "$vedette" replay "$work/battle.vedette" --export mp4 -o "$work/stopped.mp4" --quiet &
    pid=$!
    for _ in $(seq 300); do # until it writes, however busy the machine is: before, INT would still be ignored
        [ -n "$(find "$work" -name 'stopped.mp4.part*')" ] && break
        sleep 0.1
    done
    kill -$signal $pid
    wait $pid
    code=$?
    ok "an export that $signal ends (exit $code) leaves what was there" sh -c "[ $code -gt 128 ] && [ \"\$(cat '$work/stopped.mp4')\" = old ]"
done
ok "nothing else is left beside them" [ "$(find "$work" -name '*.part*' | wc -l)" -eq 0 ]
"$vedette" replay "$work/battle.vedette" --export pdf --move 77 -o "$work/none.pdf" 2>"$work/err"
ok "a move that is not there is refused (exit $?), and leaves nothing" sh -c "grep -q 'it has 1, 2, 3' '$work/err' && [ ! -e '$work/none.pdf' ]"
head -c 200000 "$work/battle.vedette" >"$work/torn.vedette"
"$vedette" replay "$work/torn.vedette" --export jsonl -o "$work/torn.jsonl" 2>"$work/err"
code=$?
ok "an export of a damaged record fails (exit $code), or says so inside" sh -c "[ $code -ne 0 ] && { [ ! -e '$work/torn.jsonl' ] || tail -1 '$work/torn.jsonl' | grep -q damaged; }"
ok "a replay reads it to its end" "$vedette" replay "$work/battle.vedette" --once --listen 127.0.0.1:0

# moves that end with the pictures, long after the last change
"$vedette" watch --quiet --json --game samples/battle.game.json --calibration samples/battle.cal.json --source samples/battle.mp4 \
    --record "$work/unsaid.vedette" 2>/dev/null | grep '"kind":"move"' >"$work/unsaid.jsonl"
"$vedette" replay "$work/unsaid.vedette" --export events -o - |
    "$vedette" judge --quiet --game samples/battle.game.json 2>/dev/null | grep '"kind":"move"' >"$work/unsaid.again.jsonl"
ok "moves end at the same times when the record is judged again" sh -c "[ -s '$work/unsaid.jsonl' ] && cmp '$work/unsaid.jsonl' '$work/unsaid.again.jsonl'"

# a clip that ends early
head -c 1500000 samples/battle.mp4 >"$work/cut.mp4"
"$vedette" watch --game samples/battle.game.json --calibration samples/battle.cal.json --source "$work/cut.mp4" --record "$work/cut.vedette" >"$work/out" 2>"$work/err"
code=$?
ok "a clip cut short is said so, or refused plainly (exit $code)" grep -qE "ends early|cut.mp4: " "$work/err"

# Ctrl-C, and kill -9
"$vedette" watch $sample --realtime --record "$work/stopped.vedette" 2>/dev/null &
pid=$!
sleep 4
kill -INT $pid
wait $pid
ok "Ctrl-C ends with 130" [ $? -eq 130 ]
ok "and the record is closed" sh -c "'$vedette' check '$work/stopped.vedette' | grep -q 'closed cleanly'"
"$vedette" watch $sample --realtime --record "$work/killed.vedette" 2>/dev/null &
pid=$!
sleep 6
ok "a record that is being written is not said to be that of a program that has ended" sh -c "'$vedette' check '$work/killed.vedette' | grep -q 'records still'"
kill -KILL $pid
wait $pid 2>/dev/null
ok "after kill -9 the record opens" sh -c "'$vedette' check '$work/killed.vedette' | grep -q 'not closed'"
ok "and holds observations" sh -c "'$vedette' replay '$work/killed.vedette' --export events -o - | grep -q '\"kind\":\"\(observe\|place\)\"'"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
