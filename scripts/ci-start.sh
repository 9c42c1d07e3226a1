#!/usr/bin/env bash
# `npm start` as a newcomer types it, in a clone without node_modules: it installs what is missing, and a league answers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
started=$SECONDS
PORT=0 DATA_DIR="$folder/data" PAPERTAPE_LOG=error setsid npm start >"$folder/out.txt" 2>&1 </dev/null &
group=$!
finish() {
  kill -TERM -- "-$group" 2>/dev/null || true
  wait "$group" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

until url=$(sed -nE 's/^\{.*"message":"ready","url":"([^"]+)".*/\1/p' "$folder/out.txt") && [ -n "$url" ]; do
  if ! kill -0 "$group" 2>/dev/null; then
    cat "$folder/out.txt"
    echo 'npm start ended before it served'
    exit 1
  fi
  sleep 0.2
done
# Into a file first: a `grep -q` at the end of a pipe leaves at its first hit, and curl then fails on what it still had
# to write.
answers() {
  # A league that has just begun may refuse for the load, and says when to ask again.
  curl --fail --silent --show-error --max-time 60 --retry 10 --retry-max-time 120 --output "$folder/answer" "$url$1"
  grep -q "$2" "$folder/answer" || { echo "$1 does not hold $2"; exit 1; }
}
answers / '<title>'
answers /api/status '"orders_open":true'
echo "npm start served a league at $url after $((SECONDS - started)) s, the install included"
