# shellcheck shell=bash
# Completion of `vedette` for bash. The program's own help tells what there is to complete, so that nothing here can be out of date.

_vedette_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "${COMP_WORDS[COMP_CWORD]}"); }

_vedette() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} help value
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command == help ]]; }; then
        _vedette_offer "$("$program" help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')"
        return
    fi
    help=$("$program" help "$command" 2>/dev/null) || return
    [[ $prev == -o ]] && prev=--output
    value=$(sed -n "s/^  \(-., \)\{0,1\}$prev \([^ ]*\).*/\2/p" <<<"$help")  # what the option before takes, as html|jsonl|svg
    if [[ $cur == -* ]]; then
        _vedette_offer "$(sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' <<<"$help")"
    elif [[ $prev == --* && $value == *"|"* ]]; then
        _vedette_offer "${value//|/ }"
    elif [[ $prev == --ruleset ]]; then
        _vedette_offer "$("$program" rules 2>/dev/null | sed -n 's/^\([a-z0-9][a-z0-9-]*\): [A-Z].*/\1/p')"
    elif ((COMP_CWORD == 2)) && [[ $command == calibrate ]]; then
        _vedette_offer "lens table"
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}

complete -o filenames -F _vedette vedette
