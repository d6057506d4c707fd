#!/bin/sh
# A recorded game judged again: byte for byte by the same program, by other house rules with the reasons, amended, and what would change its verdicts.
# Usage: test_judge_record.sh VEDETTE RECORD_GAMES, from the top of the source tree.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. tests/app/cli_checks.sh
record_games=$2
cd "$work" || exit 1
"$record_games" . game 3 40 || exit 1
says_not() { ok "stdout lacks $1" sh -c "! grep -qF -- '$1' '$work/out'"; }
sql() { sqlite3 "$1" "$2"; }
command -v sqlite3 >/dev/null || { echo "sqlite3 is not installed"; exit 77; }
amend() { printf '%s\n' "$@" >amend.jsonl; }

# the same program and game
expect 0 "0 of what was said changed" judge game-001.vedette; says_not '"kind":"judging-again"'
cp game-001.vedette byte.vedette
sql byte.vedette "UPDATE entries SET json = replace(json, '\"sigma_in\":0.0', '\"sigma_in\":0.9') WHERE kind = 'move'"
expect 1 "" judge --quiet byte.vedette; says '"differs":["sigma_in"]'; says '"sigma_in":0.9'
sql byte.vedette "UPDATE meta SET value = '0.0.1' WHERE key = 'program'"
expect 0 "" judge --quiet byte.vedette; says '{"kind":"judging-again","program":{"was":"0.0.1","is":'

# other house rules, another game file
expect 1 "" judge --quiet game-001.vedette --option player_tolerance_in=3 --option face_fraction=1
says '{"kind":"judging-again","options":{"player_tolerance_in":{"was":null,"is":3},"face_fraction":{"was":null,"is":1}}}'
expect 2 "options.faces: the ruleset battlesystem-1e has no such parameter" judge game-001.vedette --option faces=1
expect 2 "say NAME=VALUE" judge game-001.vedette --option face_fraction
expect 2 "out of range" judge game-001.vedette --option face_fraction=9
sql game-001.vedette "SELECT value FROM meta WHERE key = 'game'" >own.game.json
expect 0 "" judge --quiet game-001.vedette --game own.game.json; says_not '"kind":"judging-again"'
sed 's/"movement_in": *12/"movement_in":1/g' own.game.json >slow.game.json
expect 1 "" judge --quiet game-001.vedette --game slow.game.json; says '"movement_in":{"was":12,"is":1}'; says '"allowed":'
sed 's/"id": *"U1"/"id":"X1"/' own.game.json >other.game.json
expect 2 '"U1" of the record is missing' judge game-001.vedette --game other.game.json
expect 2 "cannot open" judge game-001.vedette --game nowhere.json

# amendments: the phase before the last move becomes another; then it is taken back
cp game-001.vedette amended.vedette
row=$(sql amended.vedette "SELECT max(seq) FROM observations WHERE json ->> 'kind' = 'observe'")
amend "{\"row\":$row,\"delete\":true,\"note\":\"<script>alert(1)</script>\"}"
expect 0 "" judge --quiet amended.vedette --amend amend.jsonl --by Ann; says '"kind":"change"'; says '"kind":"amended"'
ok "the correction is kept with who and when" sh -c "sqlite3 amended.vedette \"SELECT json FROM amendments WHERE kind = 'amend'\" | grep -q '\"by\":\"Ann\",\"at\":\"20'"
ok "and the old row is" [ "$(sql amended.vedette "SELECT count(*) FROM observations WHERE seq = $row")" -eq 1 ]
expect 0 "" check amended.vedette
expect 0 "0 of what was said changed" judge amended.vedette; says '{"kind":"judging-again","amendments":1}'
sql amended.vedette "SELECT json FROM observations WHERE seq = $row" >event
amend "{\"row\":$row,\"event\":$(cat event)}"
expect 0 "" judge --quiet amended.vedette --amend amend.jsonl; says '"was":null'
expect 0 "0 of what was said changed" judge amended.vedette; says '{"kind":"judging-again","amendments":2}'
amend '{"after":0,"event":{"kind":"status","unit":"U1","set":{"movement_in":1}}}'
expect 0 "" judge --quiet amended.vedette --amend amend.jsonl
expect 0 "" judge --quiet amended.vedette
expect 0 "" check amended.vedette

# what can't be corrected leaves the record as it is
before=$(cksum <amended.vedette)
amend "{\"row\":$row,\"delete\":true}" "{\"row\":$row,\"delete\":true}"
expect 2 "amend.jsonl:2: row $row is corrected twice" judge amended.vedette --amend amend.jsonl
amend '{"row":99999,"delete":true}'
expect 2 "row 99999: no row of something seen or entered" judge amended.vedette --amend amend.jsonl
amend '{"row":1e300,"delete":true}'
expect 2 "amend.jsonl:1: row: no such row" judge amended.vedette --amend amend.jsonl
amend "{\"row\":$row,\"event\":{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\"}}"
expect 2 "goes back" judge amended.vedette --amend amend.jsonl
amend "{\"after\":$row,\"event\":{\"kind\":\"observe\",\"t\":1e308,\"figures\":{}}}"
expect 2 "no time of a game" judge amended.vedette --amend amend.jsonl
amend "{\"line\":$row,\"delete\":true}"
expect 2 "line: no key of a correction" judge amended.vedette --amend amend.jsonl
amend '{"after":0,"event":{"kind":"phase","turn":1,"phase":"omens","side":"red"}}'
expect 2 'phase: "omens" is no phase' judge amended.vedette --amend amend.jsonl
: >amend.jsonl
expect 2 "amend.jsonl: no correction is in it" judge amended.vedette --amend amend.jsonl
amend "{\"line\":$row,\"delete\":true}"
ok "a refused amendment leaves no trace" [ "$before" = "$(cksum <amended.vedette)" ]

# flips
"$vedette" judge --quiet --flips game-001.vedette >flips.jsonl
ok "flips are told" grep -q '"kind":"flip","move":.*"text":"' flips.jsonl
move=$(sed -n 's/.*"kind":"flip","move":\([0-9]*\),.*/\1/p' flips.jsonl | head -1)
grep "\"move\":$move," flips.jsonl >of_move
expect 0 "" judge --quiet --flips --move "$move" game-001.vedette
ok "those of one move are the same" sh -c "grep '\"kind\":\"flip\",' '$work/out' | cmp -s - of_move"
expect 2 "has no move 9999: it has 1 to" judge --flips --move 9999 game-001.vedette
expect 2 "--move: the number of a move" judge --flips --move x game-001.vedette
expect 2 "with --flips" judge --move 1 game-001.vedette
expect 2 "exclude each other" judge --flips --amend amend.jsonl game-001.vedette
expect 2 "are for a record" judge --flips --game own.game.json

# crafted records
for t in 1e308 -1 604801; do
    cp game-002.vedette crafted.vedette
    sql crafted.vedette "UPDATE entries SET t = $t WHERE seq = (SELECT max(seq) FROM entries WHERE log = 0)"
    expect 2 "is none of a game" judge crafted.vedette
done
cp game-002.vedette crafted.vedette
sql crafted.vedette "UPDATE entries SET json = json_set(json, '$.t', 1e308) WHERE seq = (SELECT max(seq) FROM entries WHERE log = 0)"
expect 2 "no time of a game" judge crafted.vedette
add_row() { sql crafted.vedette "INSERT INTO entries SELECT max(seq) + 1, 4, 0, '$1', '', '$2', x'00' FROM entries"; }
cp game-002.vedette crafted.vedette
add_row amend '{"row":"<script>"}'
expect 2 "row: no such row" judge crafted.vedette
for change in '[]' '{"of":"move","t":1e308,"was":7,"is":[{}]}' '{"of":7,"t":"x"}' 'no JSON'; do
    cp game-002.vedette crafted.vedette
    add_row change "$change"
    "$vedette" judge --quiet crafted.vedette >/dev/null 2>&1
    code=$?
    ok "the change $change is harmless (exit $code)" [ $code -le 1 ]
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
