#!/bin/sh
# What is installed: the program, its sample, man page, completion, systemd unit and docs; and that the completion completes.
# Usage: test_install.sh CMAKE BUILD_FOLDER, from the top of the source tree.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
ok() { # ok "what" command...: the command must succeed
    what=$1
    shift
    "$@" || {
        failed=$((failed + 1))
        echo "FAILED: $what"
    }
}
completes() { # completes "words typed" "words offered": among others
    offered=$(PATH="$work/bin:$PATH" bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vedette; echo " ${COMPREPLY[*]} "' \
        "$work/share/bash-completion/completions/vedette" $1 "$3")
    for word in $2; do ok "\"$1 $3\" completes to $word:$offered" [ -z "${offered##* "$word" *}" ]; done
}

"$1" --install "$2" --prefix "$work" >/dev/null || exit 1
for file in bin/vedette libexec/vedette/vedette-full share/vedette/samples/battle.game.json share/man/man1/vedette.1 share/bash-completion/completions/vedette \
    lib/systemd/user/vedette@.service share/doc/vedette/README.md share/doc/vedette/CHANGELOG.md share/doc/vedette/docs/stream.md; do
    ok "$file is installed" [ -s "$work/$file" ]
done
completes "vedette" "demo watch judge help version" ""
completes "vedette help" "calibrate check" c
completes "vedette judge" "--game --events --amend" --
completes "vedette replay game.vedette --export" "html jsonl pdf mp4" ""
completes "vedette calibrate" "lens" l
completes "vedette print -o" "README.md" READ

# every option that the unit gives is one of `vedette watch`
sed -n 's/^ExecStart=vedette watch //p' "$work/lib/systemd/user/vedette@.service" | grep -o -- '--[a-z]*' >"$work/options"
ok "the unit runs vedette watch" [ -s "$work/options" ]
"$work/bin/vedette" help watch >"$work/help"
while read -r option; do ok "the unit's $option is known" grep -q -- "^  $option " "$work/help"; done <"$work/options"
[ $failed -eq 0 ]
