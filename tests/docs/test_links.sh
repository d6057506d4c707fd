#!/bin/sh
# Every relative link of the documents leads to a file that is there and to a heading that it has; files that they name are there; and every
# docs/*.md that the source names is there.
# It runs in the source tree.
set -eu
wrong=0 links=0 named=0 cited=0
fail() { echo "$*" >&2; wrong=$((wrong + 1)); }

# The anchors of a document, as web pages of repositories make them: lower case, without marks, blanks as hyphens.
anchors() {
    awk '/^```/ { code = !code } !code && /^#+ /' "$1" | sed -E 's/^#+ +//; s/[`*]//g; s/\[([^]]*)\]\([^)]*\)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for page in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md samples/README.md; do
    folder=$(dirname "$page")
    for link in $(awk '/^[ ]*```/ { code = !code } !code' "$page" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//'); do
        case "$link" in
            http://* | https://* | mailto:*) continue ;;
        esac
        links=$((links + 1))
        path="${link%%#*}" anchor="${link#*#}"
        [ -n "$path" ] && target="$folder/$path" || target="$page"
        [ -e "$target" ] || { fail "$page: $link: no such file"; continue; }
        [ "$anchor" = "$link" ] && continue
        anchors "$target" | grep -qxF -- "$anchor" || fail "$page: $link: no such heading in $target"
    done
done

# Files and folders of ours that documents name in `code`, without their ending where it says nothing.
for page in README.md CONTRIBUTING.md docs/*.md; do
    for name in $(grep -oE '`(app|bench|calib|capture|core|docs|explain|formation|pipeline|record|referee|rules|samples|stream|tests|vision|web)/[a-z0-9_./-]*`' "$page" | tr -d '`' | sort -u); do
        named=$((named + 1))
        [ -e "$name" ] || [ -e "$name.h" ] || [ -e "$name.c" ] || fail "$page: $name: no such file or folder"
    done
done

# In the source, a page is named as docs/NAME.md, with "section N" behind it where one is meant.
for page in $(grep -rohE 'docs/[a-z-]+\.(md|txt)' --include='*.[ch]' --include='*.[ch]pp' --include='*.js' --include='*.sh' --include='*.cmake' --include='CMakeLists.txt' \
    --exclude-dir='build*' --exclude-dir=.git --exclude-dir=docs . | sort -u); do
    cited=$((cited + 1))
    [ -e "$page" ] || fail "the source names $page, which is not there"
done
[ "$links" -ge 30 ] && [ "$named" -ge 30 ] && [ "$cited" -ge 2 ] || fail "only $links links, $named names and $cited pages found: the check is blind"
[ "$wrong" -eq 0 ] || exit 1
echo "$links links, $named names of files, $cited pages named in the source"
