#!/bin/sh
# Fuzzes a surface from its own document: no undocumented status, no schema violation, no 5xx but 501 and 503.
#   benches/http/schemathesis.sh [examples per operation, default 100] [surface: native (default), typeahead]
# Needs Python; installs schemathesis into a virtual environment below the temporary folder.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
tools=${TMPDIR:-/tmp}/milepost-schemathesis
[ -x "$tools/bin/schemathesis" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet schemathesis==4.32.5; }
case ${2:-native} in
  native) command=serve without= ;;
  # The parameters of a drop-in never refuse a request by their form.
  *) command="$2 serve" without=,negative_data_rejection ;;
esac
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for state in everything no-gazetteer; do
  # An empty data root is a server without a gazetteer.
  if [ "$state" = no-gazetteer ]; then export SERVICE_DATA_ROOT="$work"; else unset SERVICE_DATA_ROOT || true; fi
  node "$root/ts/bin/milepost.js" $command --port 0 --host 127.0.0.1 --cpus 1 2>"$work/log" &
  server=$!
  until grep -q listening "$work/log"; do kill -0 "$server" && sleep 0.1; done
  url=$(sed -n 's/.*listening on //p' "$work/log")
  echo "== $state"
  # Statuses of an absent capability are documented; not_a_server_error would refuse them all the same.
  (cd "$work" && "$tools/bin/schemathesis" run "$url/openapi.json" --url "$url" --phases examples,coverage,fuzzing \
    --checks all --exclude-checks "not_a_server_error,unsupported_method$without" --max-examples "${1:-100}" --seed 1 --workers 2)
  kill "$server"
  wait "$server"
done
