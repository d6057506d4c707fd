# What the tests of the command line share; sourced. $1 is the program, $work a folder of the test's own.
vedette="$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expect CODE "text on stderr" [arguments]: runs vedette, wants that exit code and that text in one line of stderr.
expect() {
    code=$1 text=$2
    shift 2
    timeout 60 "$vedette" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ $got -eq "$code" ] && { [ -z "$text" ] || grep -qF -- "$text" "$work/err"; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: vedette $*: exit $got, wanted $code and \"$text\"; said:"
        head -5 "$work/err"
    fi
}

# says "text": the last run wrote this to stdout.
says() {
    if grep -qF -- "$1" "$work/out"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: stdout lacks \"$1\":"
        head -c 600 "$work/out"
    fi
}

# ok "what" command...: the command must succeed.
ok() {
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

# on_terminal "arguments": runs vedette with its stderr on a terminal; what it wrote there is in $work/terminal.
on_terminal() { script -qec "'$vedette' $1 >'$work/out' </dev/null" /dev/null >"$work/terminal" 2>&1; }
