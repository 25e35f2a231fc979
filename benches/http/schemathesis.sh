#!/bin/sh
# Fuzzes a surface from its own document: no undocumented status, no schema violation, no 5xx but 501 and 503.
#   benches/http/schemathesis.sh [examples per operation, default 100] [surface: native (default), search, typeahead, parser]
# Needs Python; installs schemathesis into a virtual environment below the temporary folder.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
surface=${2:-native}
tools=${TMPDIR:-/tmp}/milepost-schemathesis
[ -x "$tools/bin/schemathesis" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet schemathesis==4.32.5; }
work=$(mktemp -d)
export SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH="$root/benches/http"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
# Statuses of an absent capability are documented; not_a_server_error would refuse them all the same.
excluded=not_a_server_error,unsupported_method
case $surface in
  native) command= states='everything no-gazetteer poi' ;;
  # Fields of another type count as absent, and either of two fields is enough, which a document of parameters cannot say.
  parser) command=parser states='everything no-weights' excluded=$excluded,negative_data_rejection,positive_data_acceptance ;;
  # The parameters of these drop-ins never refuse a request by their form.
  search | typeahead) command=$surface states='everything no-gazetteer' excluded=$excluded,negative_data_rejection ;;
  *) echo "there is no surface $surface" >&2; exit 2 ;;
esac
for state in $states; do
  unset SERVICE_DATA_ROOT SERVICE_WEIGHTS || true
  case $state in
    # An empty data root is a server without a gazetteer, an empty folder one without weights.
    no-gazetteer) export SERVICE_DATA_ROOT="$work" ;;
    no-weights) export SERVICE_WEIGHTS="$work" ;;
    # The variant that has points of interest.
    poi)
      mkdir -p "$work/data/poi"
      ln -s "$root/npm/starter-data/db" "$work/data/db"
      printf 'name,category,lat,lon,country\nBean,cafe,39.53,-119.81,US\n' >"$work/pois.csv"
      node "$root/ts/bin/milepost.js" build poi "$work/pois.csv" --out "$work/data/poi/poi.db"
      export SERVICE_DATA_ROOT="$work/data"
      ;;
  esac
  node "$root/ts/bin/milepost.js" $command serve --port 0 --host 127.0.0.1 --cpus 1 2>"$work/log" &
  server=$!
  until grep -q listening "$work/log"; do kill -0 "$server" && sleep 0.1; done
  url=$(sed -n 's/.*listening on //p' "$work/log")
  echo "== $surface, $state"
  (cd "$work" && "$tools/bin/schemathesis" run "$url/openapi.json" --url "$url" --phases examples,coverage,fuzzing \
    --checks all --exclude-checks "$excluded" --max-examples "${1:-100}" --seed 1 --workers 1)
  kill "$server"
  wait "$server"
done
