#!/usr/bin/env bash
# Installs the tools of judges/ where they are not there, or are those of another judges/package-lock.json; on CI also Chromium, which
# is no npm package, and Go with the module that judges the transparency log. Elsewhere what needs them is skipped where there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../judges"
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }
if [ "${CI:-}" = true ] && ! command -v chromium; then
  as_root apt-get update -q
  as_root apt-get install -q -y --no-install-recommends chromium
fi
if [ "${CI:-}" = true ] && ! { command -v go && [ -d /usr/share/gocode/src/golang.org/x/mod/sumdb ]; }; then
  as_root apt-get update -q
  as_root apt-get install -q -y --no-install-recommends golang-go golang-golang-x-mod-dev
fi
for package in bubblewrap docker-compose; do
  if [ "${CI:-}" = true ] && ! dpkg -s "$package" >/dev/null 2>&1; then
    as_root apt-get install -q -y --no-install-recommends "$package" || { as_root apt-get update -q && as_root apt-get install -q -y --no-install-recommends "$package"; }
  fi
done
if [ node_modules/.package-lock.json -nt package-lock.json ]; then exit 0; fi
started=$SECONDS
npm ci --no-audit --no-fund
echo "installed the judges in $((SECONDS - started)) s"
