#!/bin/sh
# Many records judged again by all cores, as docs/user-guide.md shows: one process a game, and a failed game shows in the exit code and by its name.
# Usage: test_many.sh VEDETTE RECORD_GAMES, from the top of the source tree.
command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q "GNU parallel" || { echo "GNU parallel is not installed"; exit 77; }
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm  # in memory: a new record is written to the disk at once, two hundred are slow
. tests/app/cli_checks.sh
record_games=$2
cd "$work" || exit 1
export HOME="$work"  # parallel keeps its files there

judge_all() { parallel --will-cite --tag --joblog jobs "$vedette" judge --quiet ::: "$@" >changes 2>told; }
failed_jobs() { awk 'NR > 1 && $7 != 0' jobs; }

"$record_games" . game 200 0 || exit 1
judge_all game-*.vedette
ok "200 recorded games are judged again to the same verdicts: exit $?" [ $? -eq 0 ]
ok "each of them says so" [ "$(grep -c '"kind":"judged-again","moves":[1-9][0-9]*,"changed":0}' changes)" -eq 200 ]
ok "no job failed" [ -z "$(failed_jobs)" ]

"$record_games" . forgetful 1 1000 forget || exit 1
echo "no record" >broken.vedette
judge_all game-00*.vedette forgetful-001.vedette broken.vedette
ok "two games fail of eleven: exit $?" [ $? -eq 2 ]
ok "the log of jobs names them and no other" [ "$(failed_jobs | awk '{print $7, $NF}' | sort | tr '\n' ' ')" = "1 forgetful-001.vedette 2 broken.vedette " ]
ok "what changed stands behind the game's name" grep -q '^forgetful-001.vedette	{"kind":"change","of":"move",.*"was":null' changes
ok "why it could not be judged, too" grep -q '^broken.vedette	vedette: broken.vedette: no record of a game' told

expect 1 "forgetful-001.vedette: judged again: " judge forgetful-001.vedette
expect 1 "" judge --strict --quiet game-001.vedette
expect 0 "game-001.vedette: judged again: 0 of what was said changed" judge game-001.vedette
expect 2 "needs --game, or a record" judge
expect 2 "one record at a time" judge game-001.vedette game-002.vedette
expect 2 "a record has its own events" judge --states game-001.vedette

# other house rules, and why what differs differs
expect 1 "" judge --quiet --option player_tolerance_in=3 game-001.vedette
says '"options":{"player_tolerance_in":{"was":null,"is":3}}'
says '"kind":"change"'
expect 2 "has no such parameter" judge --option no_such_rule=1 game-001.vedette
expect 2 "say NAME=VALUE" judge --option player_tolerance_in game-001.vedette

# corrections are kept in the record, beside what it held
row=$(sqlite3 game-003.vedette "SELECT min(seq) FROM observations WHERE json LIKE '%\"figures\"%'" 2>/dev/null || echo 4)
echo "{\"row\":$row,\"delete\":true,\"by\":\"Ann\"}" >correction
expect 0 "" judge --quiet --amend correction game-003.vedette
says '"kind":"amended"'
expect 0 "" check game-003.vedette
expect 0 "0 of what was said changed" judge game-003.vedette
"$vedette" replay game-003.vedette --export jsonl -o rows.jsonl --quiet
ok "the correction is in the record" grep -q '"delete":true,"by":"Ann"' rows.jsonl
ok "and what followed from it" grep -q '"kind":"amended"' rows.jsonl
echo '{"row":1,"delete":true}' >correction
expect 2 "no row of something seen or entered" judge --amend correction game-003.vedette

# what would have changed a verdict
expect 0 "" judge --flips game-001.vedette
says '"kind":"flip"'
expect 2 "has no move 999" judge --flips --move 999 game-001.vedette
expect 2 "with --flips" judge --move 1 game-001.vedette

head -c 5000 game-002.vedette >cut.vedette
"$vedette" judge cut.vedette >out 2>err
ok "a record cut short is said so (exit $?)" grep -q 'cut.vedette' err

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
