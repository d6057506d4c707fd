#!/bin/sh
# Installs what is missing from Debian's packages, builds Vedette, and runs what is asked for:
#   ./build.sh          build only
#   ./build.sh demo     build and watch the sample game being judged (further arguments go to `vedette demo`)
#   ./build.sh test     build and run every test
#   ./build.sh bench    build and print the figures of speed
#   ./build.sh sanitize build with the address and undefined-behaviour sanitizers and run every test
set -eu
cd "$(dirname "$0")"

packages="build-essential cmake ninja-build pkg-config libopencv-dev libcamera-dev libcjson-dev libcmocka-dev libapriltag-dev
libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libyaml-dev libmicrohttpd-dev libsqlite3-dev libcairo2-dev"

what="${1:-}"
[ $# -eq 0 ] || shift
case "$what" in
    test | sanitize) packages="$packages nodejs node-jsdom" ;;  # the page is tested in a document without a browser
esac

missing=""
for p in $packages; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done
if [ -n "$missing" ]; then
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "build.sh: run as root or install sudo: these packages are missing:$missing" >&2; exit 1; }
        as_root="sudo"
    fi
    echo "build.sh: installing$missing"
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null
fi

preset=release
folder=build
case "$what" in
    "" | demo | test | bench) ;;
    sanitize) preset=sanitize folder=build-sanitize ;;
    *) echo "build.sh: $what: say demo, test, bench, sanitize, or nothing" >&2; exit 2 ;;
esac

cmake --preset $preset -G Ninja >/dev/null
cmake --build $folder
case "$what" in
    demo) exec ./build/vedette demo "$@" ;;
    test | sanitize) exec ctest --test-dir $folder --output-on-failure -j "$(nproc)" "$@" ;;
    bench) ./build/bench/vedette_bench_vision && ./build/bench/vedette_bench_formation && ./build/bench/vedette_bench_follow && exec ./build/bench/vedette_bench "$@" ;;
esac
