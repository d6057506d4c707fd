#!/bin/sh
# Where exports go: files that are there when they are whole, links, pipes and devices as they stand; and what one of a damaged record says.
# Usage: test_export.sh VEDETTE RECORD_GAMES, from the top of the source tree.
. tests/app/cli_checks.sh
record_games=$2
cd "$work" || exit 1
"$record_games" . game 1 0 || exit 1
record=game-001.vedette
formats="html jsonl events csv statistics svg png pdf mp4"

for format in $formats; do
    expect 0 "" replay $record --export $format -o whole.$format --quiet
    ok "$format has something in it" [ -s whole.$format ]
done

# what is there already
echo old >old.pdf
expect 2 "there is no such move; it has 1" replay $record --export pdf --move 99999 -o old.pdf
expect 2 "there is no such move; it has 1" replay $record --export mp4 --move 99999 -o old.pdf
ok "a failed export leaves what was there" [ "$(cat old.pdf)" = old ]
expect 0 "" replay $record --export pdf -o old.pdf
ok "one that is whole takes its place" grep -q '^%PDF' old.pdf
cp $record same.vedette
ln same.vedette other-name.vedette
expect 2 "is the record itself" replay same.vedette --export csv -o same.vedette
expect 2 "is the record itself" replay same.vedette --export csv -o other-name.vedette
ok "a record is never exported over itself" cmp $record same.vedette
mkdir folder
expect 3 "Is a directory" replay $record --export csv -o folder
expect 3 "No such file" replay $record --export csv -o nowhere/a.csv

# links, pipes, devices
echo old >target.csv
ln -s target.csv link.csv
expect 0 "" replay $record --export csv -o link.csv
ok "a link stays" [ -L link.csv ]
ok "and what it leads to is written" cmp target.csv whole.csv
mkfifo pipe
timeout 20 cat pipe >piped.csv &
expect 0 "" replay $record --export csv -o pipe
wait $!
ok "a pipe stays" [ -p pipe ]
ok "and takes all" cmp piped.csv whole.csv
expect 2 "can only be written to a file" replay $record --export mp4 -o pipe
ok "a pipe still stays" [ -p pipe ]
"$vedette" replay $record --export csv -o - >out.csv
ok "- is standard output" cmp out.csv whole.csv
ok "a full disk is said (exit 3)" sh -c "'$vedette' replay $record --export csv -o - >/dev/full 2>err; [ \$? -eq 3 ] && grep -q 'disk full' err"

# damage: one bit of a verdict's text
cp $record damaged.vedette
at=$(grep -abo 'OVER_DISTANCE\|"ruling":"' damaged.vedette | head -1 | cut -d: -f1)
printf 'Q' | dd of=damaged.vedette bs=1 seek=$((at + 1)) conv=notrunc 2>/dev/null
expect 1 "" check damaged.vedette
for format in $formats; do
    expect 1 "damaged.vedette: damaged: " replay damaged.vedette --export $format -o damaged.$format --quiet
    ok "$format is there" [ -s damaged.$format ]
done
ok "the last line says so" sh -c "tail -1 damaged.jsonl | grep -q '^{\"kind\":\"damaged\",\"message\":\"'"
ok "so do tables" sh -c "tail -1 damaged.csv | grep -q '^,\"damaged\",,' && tail -1 damaged.statistics | grep -q '^\"damaged\",'"
ok "with as many cells as the other rows have" sh -c "[ \"\$(tail -1 damaged.csv | tr -cd , | wc -c)\" -ge 19 ] && [ \"\$(head -1 damaged.csv | tr -cd , | wc -c)\" -eq 19 ]"
ok "the page says so" grep -q '"damage":"This record does not pass' damaged.html
ok "a sound one says nothing of it" sh -c "grep -q '\"damage\":\"\"' whole.html && ! grep -q damaged whole.jsonl whole.csv whole.statistics"
if command -v pdftotext >/dev/null; then
    pdftotext damaged.pdf damaged.txt
    pdftotext whole.pdf whole.txt
    ok "the report says so" grep -q 'THE RECORD IS DAMAGED' damaged.txt
    ok "and of a sound one that it was checked" grep -q 'checked and is whole' whole.txt
fi
ok "nothing else is left" [ -z "$(find . -name '*.part*')" ]

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
