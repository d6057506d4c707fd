#!/bin/sh
# The command line over the sample's clip: full disks, progress, signals, a machine that is too slow.
# Usage: test_cli_clip.sh VEDETTE, from the top of the source tree.
. tests/app/cli_checks.sh

game=samples/battle.game.json
calibration=samples/battle.cal.json
sample="--game $game --calibration $calibration --source samples/battle.mp4"

# a file at its limit of size is a full disk: said, not died of
(ulimit -f 16 && timeout 60 "$vedette" watch --game $game --calibration $calibration --source samples/battle.mp4 --quiet --record "$work/full.vedette") \
    >/dev/null 2>"$work/err"
if [ $? -eq 3 ] && grep -qF full.vedette "$work/err"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: a record at the limit of a file's size:"
    head -3 "$work/err"
fi

(ulimit -f 100 && timeout 60 "$vedette" watch --game $game --calibration $calibration --source samples/battle.mp4 --quiet --record "$work/cut.vedette") \
    >/dev/null 2>&1
timeout 60 "$vedette" check "$work/cut.vedette" >"$work/out" 2>&1
if grep -qE "cut short|not closed" "$work/out" && ! grep -q "closed cleanly" "$work/out"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: a record that a full disk cut short:"
    head -3 "$work/out"
fi

# progress
on_terminal "watch $sample"
ok "watch shows progress" grep -qE "pictures: [0-9]+ of [0-9]+ \\([0-9]+ %\\)" "$work/terminal"
ok "coloured on a terminal" grep -q "$(printf '\033')\[" "$work/terminal"
NO_COLOR=1 script -qec "timeout -s INT 6 '$vedette' watch $sample --realtime" /dev/null >"$work/terminal" 2>&1 </dev/null
ok "no colour with NO_COLOR" sh -c "! grep -q '$(printf '\033')' '$work/terminal'"
ok "no progress at a clip's own speed" sh -c "! grep -q 'pictures: ' '$work/terminal'"

# signals: everything saved, and 128 and the number as exit code
for signal in HUP:129 INT:130 TERM:143; do
    "$vedette" watch $sample --realtime --quiet --record "$work/$signal.vedette" 2>/dev/null &
    pid=$!
    sleep 3
    kill -"${signal%:*}" $pid
    wait $pid
    ok "SIG${signal%:*} ends with ${signal#*:}" [ $? -eq "${signal#*:}" ]
    ok "and the record is closed" sh -c "'$vedette' check '$work/$signal.vedette' | grep -q 'closed cleanly'"
done
nohup "$vedette" watch $sample --realtime --quiet >/dev/null 2>&1 &
pid=$!
sleep 2
kill -HUP $pid
sleep 1
ok "nohup is heeded" kill -0 $pid
kill -TERM $pid
wait $pid

# a machine that does not keep up: stopped for four seconds, the demo says so, goes on as with --fast and skips nothing
"$vedette" demo --once --listen 127.0.0.1:0 2>"$work/err" &
pid=$!
for _ in $(seq 60); do
    grep -q "the page is at" "$work/err" && break
    sleep 1
done
sleep 4
kill -STOP $pid
sleep 5
kill -CONT $pid
for _ in $(seq 20); do
    grep -q "does not keep up" "$work/err" && break
    sleep 1
done
kill -INT $pid
wait $pid
ok "a slow machine's demo says so" grep -q "does not keep up with 10 pictures a second: from here on it plays as with --fast" "$work/err"
ok "and skips no picture" sh -c "! grep -q skipped '$work/err'"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
