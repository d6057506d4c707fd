#!/bin/sh
# Installs what is missing from Debian's packages, builds Vedette, and does what is asked for:
#   ./build.sh                  build the program, its tests and its benches
#   ./build.sh demo             build the program alone and watch the sample game being judged (further arguments go to `vedette demo`)
#   ./build.sh install [PREFIX] build the program alone and install it below /usr/local or PREFIX: `vedette` is on the PATH then
#   ./build.sh deb              build the program alone and pack it: build/vedette_*.deb
#   ./build.sh test [fast]      build all and run every test, or in less than a minute the fast ones (further arguments go to ctest)
#   ./build.sh bench            build all and print the figures of seeing and of speed
#   ./build.sh sanitize         build with the address and undefined-behaviour sanitizers and run every test
set -eu
cd "$(dirname "$0")"

say() { echo "build.sh: $*" >&2; }

what="${1:-}"
[ $# -eq 0 ] || shift

packages="build-essential cmake ninja-build pkg-config libopencv-dev libcamera-dev libcjson-dev libapriltag-dev
libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libyaml-dev libmicrohttpd-dev libgnutls28-dev zlib1g-dev libsqlite3-dev libsodium-dev libcairo2-dev libqrencode-dev"
preset=release
folder=build
alone=""  # the program without tests and benches
case "$what" in
    demo | install) alone=yes ;;
    deb) alone=yes packages="$packages file" ;;  # cpack finds the libraries that the program needs with it
    "" | bench) packages="$packages libcmocka-dev" ;;
    test | sanitize)  # the pages are tested in a document without a browser, and in a browser
        packages="$packages libcmocka-dev nodejs node-jsdom chromium clang-format parallel"
        command -v npm >/dev/null || packages="$packages npm"  # a Node.js that is not Debian's brings its own
        [ "$what" = test ] || { preset=sanitize && folder=build-sanitize; }
        ;;
    *)
        say "$what: say demo, install, deb, test, bench, sanitize, or nothing"
        exit 2
        ;;
esac

as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
need_root() {
    [ -z "$as_root" ] || command -v sudo >/dev/null || {
        say "run as root or install sudo: $*"
        exit 1
    }
}

install_packages() {
    command -v apt-get >/dev/null || {
        say "this is no Debian: install what is like$missing and build by hand (README)"
        exit 1
    }
    need_root "these packages are missing:$missing"
    $as_root apt-get update -qq
    size=$(LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
        sed -n 's/^Need to get \(.*\) of archives.*/\1 to download/p; s/^After this operation, \(.*\) of additional disk space.*/, \1 on the disk/p' | tr -d '\n')
    say "installing from Debian's packages (${size:-size not known}):$missing"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null
}

missing=""
for p in $packages; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done
[ -z "$missing" ] || install_packages

# What drives the browser is npm's: two packages, pinned by their hashes. They run nothing when they are installed, and stay in the folder of the tests.
install_from_npm() {
    say "installing from npm, into tests/web/node_modules: $(sed -n '/devDependencies/,/}/s/^ *"\(.*\)": "\(.*\)".*/\1 \2/p' tests/web/package.json | paste -s -d ,)"
    (cd tests/web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}
case "$what" in
    test | sanitize) [ tests/web/node_modules/.package-lock.json -nt tests/web/package-lock.json ] || install_from_npm ;;
esac

if [ -z "$alone" ]; then
    tests=-DVEDETTE_TESTS=ON
elif [ -f $folder/CMakeCache.txt ]; then
    tests=""  # a folder that is set up for tests stays so
else
    tests=-DVEDETTE_TESTS=OFF
fi
cmake --preset $preset -G Ninja $tests >/dev/null
target="${alone:+vedette}"
steps=$(ninja -C $folder -n ${target:-all} | grep -c '^\[' || true)
# 0.8 s of one core for a step, measured over the program's.
[ "$steps" -lt 20 ] || say "building, $steps steps: about $((steps * 8 / 10 / $(nproc) / 60 + 1)) minutes on $(nproc) cores"
cmake --build $folder ${target:+--target $target}

case "$what" in
    demo) exec ./build/vedette demo "$@" ;;
    install)
        need_root "the program goes below ${1:-/usr/local}"
        $as_root cmake --install build --prefix "${1:-/usr/local}" >/dev/null
        say "installed: ${1:-/usr/local}/bin/vedette"
        ;;
    deb)
        (cd build && cpack -G DEB >/dev/null)
        say "packed: $(ls build/vedette_*.deb); install it with: sudo apt install ./$(ls build/vedette_*.deb)"
        ;;
    test | sanitize)
        if [ "${1:-}" = fast ]; then
            shift
            set -- -L '^fast$' "$@"
        fi
        exec ctest --test-dir $folder --output-on-failure -j "$(nproc)" "$@"
        ;;
    bench) ./build/bench/vedette_bench_vision && ./build/bench/vedette_bench_net && ./build/bench/vedette_bench_formation && ./build/bench/vedette_bench_follow && exec ./build/bench/vedette_bench "$@" ;;
esac
