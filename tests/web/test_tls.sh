#!/usr/bin/env bash
# The pages over TLS: served by certificate and key, the cookie of a session is for TLS alone, and plain HTTP gets nothing. test_tls.sh PAGE_SERVER
set -euo pipefail
trap '' PIPE  # a server that hangs up is what is wanted in places
folder=$(mktemp -d)
trap 'exec 3>&-; wait; rm -rf "$folder"' EXIT

fail() { echo "test_tls: $*" >&2; exit 1; }

certificate() { openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout "$folder/$1.key" -out "$folder/$1.pem" 2>/dev/null; }
certificate table
certificate other

# One that does not belong to the key is refused with the remedy.
if "$1" --tls-cert "$folder/table.pem" --tls-key "$folder/other.key" </dev/null >"$folder/out" 2>"$folder/err"; then fail "a foreign key was taken"; fi
grep -q "PEM files that belong together" "$folder/err" || fail "no remedy: $(cat "$folder/err")"

mkfifo "$folder/in"
"$1" --tls-cert "$folder/table.pem" --tls-key "$folder/table.key" --judge-password "open sesame" <"$folder/in" >"$folder/out" &
exec 3>"$folder/in"
for _ in $(seq 100); do grep -q '^port' "$folder/out" && break; sleep 0.05; done
port=$(sed -n 's/^port //p' "$folder/out")

ask() { printf '%b' "$1" | openssl s_client -quiet -ign_eof -CAfile "$folder/table.pem" -verify_return_error -connect "localhost:$port" 2>"$folder/err"; }
ask 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' | grep -q 'HTTP/1.1 200' || fail "no page over TLS: $(cat "$folder/err")"
body='{"role":"judge","password":"open sesame"}'
ask "POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nContent-Type: application/json\r\nContent-Length: ${#body}\r\nConnection: close\r\n\r\n$body" >"$folder/answer"
grep -q 'Set-Cookie: vedette_session=.*; HttpOnly; SameSite=Strict; Secure' "$folder/answer" || fail "the cookie may go over plain HTTP: $(cat "$folder/answer")"

# Somebody who speaks plain HTTP to it is told nothing, and holds up nobody.
exec 4<>"/dev/tcp/127.0.0.1/$port"
printf 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n' >&4 2>/dev/null || true
if timeout 3 cat <&4 | grep -q 'HTTP/1.1 200'; then fail "a page without TLS"; fi
exec 4>&-
ask 'HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' | grep -q 'HTTP/1.1 200' || fail "no page afterwards"
echo quit >&3
echo "test_tls: passed"
