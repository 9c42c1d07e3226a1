#!/usr/bin/env bash
# Tells which calls Node was in when it crashed, of each core that the parts of .ci/run left here: such a crash is too rare to wait for the next one.
# Says nothing where nothing crashed, or where the machine keeps no cores. Never fails.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for core in core core.*; do
  if [ ! -f "$core" ]; then continue; fi
  echo "== crashed: $core"
  if command -v gdb >/dev/null; then
    gdb -batch -ex 'bt 25' node_modules/node/bin/node "$core" 2>/dev/null | grep -E '^(Core was|Program terminated|#)' | cut -c1-200
  else
    echo 'there is no gdb on this machine'
  fi
  rm -f "$core"
done
exit 0
