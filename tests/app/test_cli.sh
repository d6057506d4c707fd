#!/bin/sh
# The command line as a user meets it: exit codes, where words and results go, and one clear line for every bad input.
# Usage: test_cli.sh VEDETTE, from the top of the source tree.
. tests/app/cli_checks.sh

game=samples/battle.game.json
calibration=samples/battle.cal.json

expect 2 "usage:"
expect 0 "" --help; says "vedette"
expect 0 "" --version; says "vedette 0."
expect 2 "no such command" conquer
for c in demo watch detect judge replay calibrate print rules check cameras; do
    expect 0 "" $c --help; says "usage: vedette $c"
    expect 2 "is no option" $c --nonsense
done

# game files
expect 0 "" check $game; says "a game by battlesystem-1e"
expect 0 "" check $calibration; says "a calibration for"
expect 2 "nowhere.json" check "$work/nowhere.json"
echo '{"vedette":1,' >"$work/cut.game.json"
expect 2 "cut.game.json: line" check "$work/cut.game.json"
sed 's/"battlesystem-1e"/"checkers"/' $game >"$work/ruleset.game.json"
expect 2 "ruleset" check "$work/ruleset.game.json"
sed 's/"family":"tag36h11","id":60,/"family":"tag36h11","id":5000,/; s/"family": "tag36h11", "id": 60,/"family":"tag36h11","id":5000,/' $game >"$work/number.game.json"
expect 2 "marker: tag36h11 has no id 5000" check "$work/number.game.json"
sed 's/"ruleset"/"options":{"wheel_of_fortune":1},"ruleset"/' $game >"$work/option.game.json"
expect 2 "wheel_of_fortune" check "$work/option.game.json"
: >"$work/empty"
expect 2 "the file is empty: give a game file, a calibration file or a record" check "$work/empty"
: >"$work/empty.cal.json"
expect 2 "empty.cal.json: the file is empty: make it with \`vedette calibrate\`" check "$work/empty.cal.json"
expect 2 "empty.cal.json: the file is empty: make it with \`vedette calibrate\`" check $game --calibration "$work/empty.cal.json"
echo '{}' >"$work/none.cal.json"
expect 2 "none.cal.json: vedette: the version must be 1" check "$work/none.cal.json"
sed 's/"movement_in": *[0-9.]*/"movement_in":1e308/' $game >"$work/far.game.json"
expect 2 "movement_in: is 1e+308: it must be above 0 and at most 1000" check "$work/far.game.json"
sed 's/"title":/"title": @/' $game | tr '@' '\000' >"$work/nul.game.json"
expect 2 "nul.game.json: line 3: holds a control character" check "$work/nul.game.json"
printf '\033[31mred\342\200\256' >"$work/escape"
sed "s/\"title\":/\"$(cat "$work/escape")\":1,\"title\":/" $game | tr -d '\033' >"$work/key.game.json"
expect 0 "key.game.json: [31mred?: unknown key, left aside" check "$work/key.game.json"
printf '\n \n' >"$work/blank"
expect 2 "the file is empty" judge --game "$work/blank"
head -c 3000 /dev/urandom >"$work/random"
printf '{' | cat - "$work/random" >"$work/brace"  # looks like a game file at first
expect 2 "brace: " check "$work/brace"
printf '\377' | cat - "$work/random" >"$work/noise"
expect 2 "noise: the file is of none of the kinds known: give a game file" check "$work/noise"
expect 2 "the file is of none of the kinds known" check README.md
expect 2 "is a folder" judge --game $game --events samples
expect 2 "Is a directory" check samples
timeout -k 10 -s INT 2 "$vedette" judge --quiet --game $game --events /dev/zero 2>/dev/null
ok "a line without end is ended by Ctrl-C" [ $? -eq 124 ]
expect 2 "needs one file" check
expect 0 "" check $game --calibration $calibration; says "px/mm in the middle of the table"; says "smallest that this camera reads"
expect 0 "" check $game $calibration; says "px/mm in the middle of the table"; says "by size alone"
expect 2 "is no game" check $calibration --calibration $calibration
expect 2 "nowhere.cal.json" check $game --calibration "$work/nowhere.cal.json"
expect 2 "needs one file" check $game $calibration $game
sed 's/"marker":{"family":"tag36h11","id":60,"size_mm":31/"marker":{"family":"tag36h11","id":60,"size_mm":6/; s/"size_mm": *31/"size_mm":6/' $game >"$work/small.game.json"
expect 1 "make it" check "$work/small.game.json" --calibration $calibration; says "NOT READ"

# judge
printf '%s\n' '{"kind":"header","vedette":1}' 'rubbish' '{"kind":"observe","t":1,"figures":{"nobody":[1,2,3]}}' '{"kind":"observe","t":1,"figures":{}}' \
    '{"kind":"phase","t":0.5,"turn":1,"phase":"movement","side":"red"}' >"$work/bad.jsonl"
expect 1 "bad.jsonl:2:" judge --game $game --events "$work/bad.jsonl"
expect 1 "bad.jsonl:3:" judge --game $game --events "$work/bad.jsonl"
expect 1 "bad.jsonl:5:" judge --game $game --events "$work/bad.jsonl"
expect 0 "0 moves judged" judge --game $game
printf '%s\n' '{"kind":"observe","t":1,"figures":{"R1-1":[12,20,90]}}' '{"kind":"end-move","t":3,"unit":"R1"}' >"$work/nophase.jsonl"
expect 0 "no phase was entered" judge --game $game --events "$work/nophase.jsonl"

# judge --amend
cat >"$work/whole.jsonl" <<'END'
{"kind":"phase","t":1,"turn":1,"phase":"movement","side":"red"}
{"kind":"observe","t":2,"figures":{"R1-1":[12,20,90]}}
{"kind":"end-move","t":4,"unit":"R1"}
{"kind":"phase","t":5,"turn":1,"phase":"melee","side":"red"}
END
amend() { printf '%s\n' "$@" >"$work/amend.jsonl"; }
amend '{"line":1,"event":{"kind":"phase","turn":1,"phase":"movement","side":"red"}}'
expect 0 "0 of what was said changed" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"; says '{"kind":"amended","moves":1,"changed":0}'
amend '{"line":2,"delete":true}' '{"line":3,"delete":true}'
expect 0 "" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"; says '"is":null}'; says '{"kind":"amended","moves":0,"changed":1}'
: >"$work/nothing"
expect 1 "bad.jsonl:2: " judge --game $game --events "$work/bad.jsonl" --amend "$work/nothing"; says '{"kind":"amended","moves":0,"changed":0}'
amend '{"line":9,"delete":true}'
expect 2 "amend.jsonl:1: line: no such line: the events have 4" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
amend '{"line":2,"event":{"kind":"end-move","t":4.5,"unit":"R1"}}'
expect 2 "line 3 of the events no longer fits" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
amend '{"line":2,"delete":true}' '{"line":2,"event":{"kind":"end-move","unit":"R1"}}'
expect 2 "amend.jsonl:2: line 2 is corrected twice" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
amend '{"after":1,"event":{"kind":"declare","unit":"R9","action":"charge"}}'
expect 2 'amend.jsonl:1: unit: no unit "R9"' judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
amend '{"after":1,"delete":true}'
expect 2 "amend.jsonl:1: an event is wanted" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
amend '{"lines":1}'
expect 2 "amend.jsonl:1: lines: no key of a correction" judge --game $game --events "$work/whole.jsonl" --amend "$work/amend.jsonl"
expect 2 "none.jsonl: cannot open" judge --game $game --events "$work/whole.jsonl" --amend "$work/none.jsonl"
expect 2 "exclude each other" judge --game $game --states --amend "$work/none.jsonl"
cp $calibration "$work/more.cal.json"
echo 'x' >>"$work/more.cal.json"
expect 2 "not a JSON object" check "$work/more.cal.json"
expect 2 "needs --game" judge
expect 2 "cannot open" judge --game $game --events "$work/none.jsonl"
expect 0 "" rules; says "BS1-7.4-6"
expect 0 "" rules --ruleset battlesystem-1e --json; says '"SKIRMISHER_CONTACT"'
for word in '"actions":[' '"charge":["target"]' '"change-formation":["to"]' '"checks":["morale"' '"movement_in"' '"light-woods"' '"uphill_deg"' '"low-intelligence"' \
    '"reference_figure"' '"leadership"' '"giant"' '"rules":["geometry 14"]'; do says "$word"; done
for word in '"behaviours":["announce","propose","log","off"]' '"checked":true' '"checked":false,"why_not":"a permission'; do says "$word"; done
expect 0 "" rules --ruleset chainmail-battlesystem --json; says '"phases":["movement","melee","rally"]'; says '"unit_types":["regular"'
expect 0 "" rules; says "not judged:"
expect 2 "no such ruleset" rules --ruleset checkers
sed 's/"ruleset"/"options":{"behaviour":{"TEA":"off"}},"ruleset"/' $game >"$work/behaviour.game.json"
expect 2 "options.behaviour.TEA: no rule of battlesystem-1e" check "$work/behaviour.game.json"
sed 's/"ruleset"/"options":{"behaviour":{"*":"whisper"}},"ruleset"/' $game >"$work/behaviour.game.json"
expect 2 "options.behaviour.*: must be one of: announce, propose, log, off" judge --game "$work/behaviour.game.json"
printf '%s\n' '{"kind":"phase","t":1,"turn":2,"phase":"movement","side":"red"}' '{"kind":"phase","t":2,"turn":1,"phase":"melee"}' \
    '{"kind":"ruling","t":3,"move":7,"ruling":"upheld"}' '{"kind":"phase","t":4,"turn":2,"phase":"omens"}' >"$work/contrary.jsonl"
expect 1 "contrary.jsonl:2: turn: 1 comes after 2" judge --game $game --events "$work/contrary.jsonl"
expect 1 "contrary.jsonl:3: move: 7 has not been judged yet" judge --game $game --events "$work/contrary.jsonl"
expect 1 'contrary.jsonl:4: phase: "omens" is no phase of battlesystem-1e: one of movement, melee, rally' judge --game $game --events "$work/contrary.jsonl"
expect 1 "3 bad lines" judge --game $game --events "$work/contrary.jsonl"

# pictures and clips
expect 2 "none.png" detect "$work/none.png"
expect 2 "noise" detect "$work/noise"
expect 2 "needs a picture" detect
expect 2 "not known" detect --tags-only --family tag99h1 "$work/noise"
printf 'P5\n64 64\n255\n%4096s' "" >"$work/gray.pgm"
expect 2 "or give --calibration" watch --quiet --game samples/battle.game.json --source "$work/gray.pgm"
printf '{"vedette":1,"ruleset":"m42","table":{"width_in":48,"depth_in":48},"sides":[{"id":"a"}],"units":[]}' >"$work/bare.game.json"
expect 0 "units: there are none" check "$work/bare.game.json"; says "1 side, 0 units, 0 figures, 0 pieces of terrain, 0 table markers"
expect 2 "states no markers of the table" detect --game "$work/bare.game.json" "$work/gray.pgm"
expect 2 "0 of 4 table markers" detect --game samples/battle.game.json "$work/gray.pgm"
expect 0 "underexposed: three quarters of the picture are darker than level 32" detect --tags-only "$work/gray.pgm"; says '"tags":[]'
says '"light":"dark","warnings":["underexposed'
expect 0 "" detect --tags-only --reader opencv --quiet "$work/gray.pgm"; says '"tags":[]'
expect 2 "--reader best: is none of own, libraries, opencv" detect --reader best "$work/gray.pgm"
expect 2 "give a name that ends in .png" detect --explain "$work/gray.jpg" "$work/gray.pgm"
expect 2 "--stage tags is drawn by --explain" detect --stage tags "$work/gray.pgm"
expect 0 "what the stages looked at" detect --stage list "$work/gray.pgm"
expect 0 "" detect --stage list; says "tags: square"
grep -rhoE 'note_(add|spot|quad)\([^"]*"[a-z]+: [a-z ]+"' vision app | grep -oE '[a-z]+: [a-z ]+' | grep -v "^follow" | sort -u >"$work/stages"
while read -r stage; do says "  $stage "; done <"$work/stages"
expect 2 "no stage of that name" detect --explain "$work/x.png" --stage nonsense "$work/gray.pgm"
expect 3 "no/such/folder/x.png: cannot write" detect --explain "$work/no/such/folder/x.png" "$work/gray.pgm"
for kind in png svg pdf; do
    expect 0 "" detect --quiet --explain "$work/drawn.$kind" "$work/gray.pgm" "$work/gray.pgm"
    for n in 1 2; do
        [ -s "$work/drawn-$n.$kind" ] || { failed=$((failed + 1)); echo "FAILED: drawn-$n.$kind is missing"; }
    done
done
expect 2 "none.mp4" watch --game $game --source "$work/none.mp4"
expect 2 "noise" watch --game $game --calibration $calibration --source "$work/noise"
echo '{"vedette":1,"image":{"width":10,"height":10}}' >"$work/bad.cal.json"
expect 2 "camera_matrix" watch --game $game --calibration "$work/bad.cal.json" --source samples/battle.mp4
expect 3 "libcamera" watch --game $game --source libcamera:0
expect 3 "/dev/video93" watch --game $game --source v4l2:/dev/video93
expect 2 "--listen" watch --game $game --calibration $calibration --source samples/battle.mp4 --listen 127.0.0.1:99999
expect 3 "no/such/folder" watch --game $game --calibration $calibration --source samples/battle.mp4 --record "$work/no/such/folder/x.vedette"
expect 2 "needs --source" watch --game $game
expect 2 "continue needs --record" watch --game $game --source samples/battle.mp4 --continue

# records
expect 2 "noise" replay "$work/noise"
expect 0 "" replay --help
says "html|jsonl|events|csv|statistics|svg|png|pdf|mp4|clip"
expect 2 "needs one RECORD" replay
expect 2 "say what" calibrate
expect 2 "--board" calibrate lens -o "$work/x.json" "$work/noise"
expect 2 "needs -o" calibrate table --game $game --source samples/battle.mp4

# Progress is for terminals alone, and not for those who want quiet.
board="$work/board.pgm"
printf 'P5\n64 64\n255\n%4096s' "" >"$board"
expect 2 "0 usable views of the board" calibrate lens --board 9x6x25 "$board" -o "$work/x.json"
ok "no progress where stderr is no terminal" sh -c "! grep -q 'searched for' '$work/err'"
on_terminal "calibrate lens --board 9x6x25 $board $board -o '$work/x.json'"
ok "calibrate lens shows progress" grep -q "pictures searched for the board: 1 of 2" "$work/terminal"
on_terminal "calibrate lens --quiet --board 9x6x25 $board $board -o '$work/x.json'"
ok "--quiet shows none" sh -c "! grep -q 'searched for' '$work/terminal'"
on_terminal "detect --tags-only --quiet $board $board"
ok "detect --quiet shows no progress" [ ! -s "$work/terminal" ]
on_terminal "detect --tags-only $board $board"
ok "detect shows progress" grep -q "pictures: 0 of 2 (0 %)" "$work/terminal"
on_terminal "print --game $game -o '$work/sheets.pdf'"
ok "print shows progress" grep -q "sheets: 1 of " "$work/terminal"

# A unit that wrapped around counts as open once the melee is over, whatever its gaps (BS1-7.11-6).
cat >"$work/wrap.game.json" <<'END'
{"vedette":1,"ruleset":"battlesystem-1e","table":{"width_in":72,"depth_in":48},"sides":[{"id":"red"},{"id":"blue"}],"units":[
 {"id":"R1","side":"red","movement_in":12,"array":{"files":4,"ranks":2,"base":{"shape":"square","width_mm":20,"depth_mm":20},"at":[30,20,90]}},
 {"id":"B1","side":"blue","movement_in":12,"array":{"files":4,"ranks":2,"base":{"shape":"square","width_mm":20,"depth_mm":20},"at":[30,20.02,-90]}},
 {"id":"R2","side":"red","type":"individual","movement_in":12,"figures":[{"id":"R2-1","base":{"shape":"round","diameter_mm":25},"start":[50,10,90]}]}]}
END
cat >"$work/wrap.jsonl" <<'END'
{"t":1,"kind":"phase","turn":1,"phase":"movement","side":"red"}
{"t":2,"kind":"declare","unit":"R1","action":"wrap-around"}
{"t":3,"kind":"observe","figures":{"R1-5":[28.031, 19.606, 90],"R1-8":[31.969, 19.606, 90]}}
{"t":5,"kind":"observe","figures":{"R1-5":[28.031, 20.394, 0],"R1-8":[31.969, 20.394, 180]}}
{"t":8,"kind":"end-move","unit":"R1"}
{"t":9,"kind":"phase","turn":1,"phase":"melee","side":"red"}
{"t":10,"kind":"remove","figures":["B1-1","B1-2","B1-3","B1-4","B1-5","B1-6","B1-7","B1-8"]}
{"t":11,"kind":"phase","turn":2,"phase":"movement","side":"red"}
{"t":12,"kind":"observe","figures":{"R2-1":[50,14,90]}}
{"t":15,"kind":"end-move","unit":"R2"}
END
expect 0 "2 moves judged" judge --game "$work/wrap.game.json" --events "$work/wrap.jsonl" --states
says '"move":1,"units":[{"id":"R1","formation":"closed"'
says '"move":2,"units":[{"id":"R1","formation":"open"'

# printed sheets
expect 0 "print at 100 %" print --game $game -o "$work/sheets.pdf"
head -c 5 "$work/sheets.pdf" >"$work/out"; says "%PDF-"
expect 0 "of Letter" print --game $game --paper letter -o -; says "%PDF-"
expect 2 "--paper a3: say a4 or letter" print --game $game --paper a3 -o "$work/x.pdf"
expect 2 "needs -o" print --game $game
expect 2 "needs --game" print -o "$work/x.pdf"
expect 2 "nowhere.json" print --game "$work/nowhere.json" -o "$work/x.pdf"
expect 3 "no/such/folder" print --game $game -o "$work/no/such/folder/x.pdf"
expect 3 "/dev/full" print --game $game -o /dev/full
sed 's/"size_mm": 31/"size_mm": 310/' $game >"$work/big.game.json"
expect 2 "big.game.json: R2 Swords" print --game "$work/big.game.json" -o "$work/x.pdf"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
