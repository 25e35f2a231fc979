#!/usr/bin/env bash
# Every figure of the table in docs/performance.md, one command behind the other: some twenty-five minutes on two quiet cores.
#
#   benches/all.sh [DATA] [OUT]
#
# DATA holds the tables that benches/http/data_root.py reads (default ../shared/data), OUT gets texts and JSON (default
# /tmp/milepost-figures). After `npm run build`. Peers are measured where tasks/quality/peers/fetch_peers.sh installed them; the long soak
# is `npm run bench:memory -- --requests 1000000`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=${1:-../shared/data}
out=${2:-/tmp/milepost-figures}
mkdir -p "$out"
root=$out/data-root

taken() { # name, command ...
  local name=$1
  shift
  echo "== $name: $*"
  "$@" 2>&1 | tee "$out/$name.txt" | grep -vE '^(npm warn|    Finished|     Running|   Compiling)'
}

[ -f "$root/addresses.txt" ] || python3 benches/http/data_root.py "$data" "$root"
export MILEPOST_BENCH_DATA_ROOT=$root
taken parse npm run --silent bench:parse
taken start npm run --silent bench:start -- --rounds 5 --json "$out/start.json"
taken http npm run --silent bench:http -- --seconds 2 --rounds 3 --json "$out/http.json"
SERVICE_DATA_ROOT=$root MILEPOST_BENCH_ADDRESSES=$root/addresses.txt \
  taken http-points npm run --silent bench:http -- --seconds 3 --rounds 3 --only /v1/geocode --json "$out/http-points.json"
taken memory npm run --silent bench:memory -- --requests 300000 --json "$out/memory.json"
taken worst npm run --silent bench:worst -- --rounds 1 --json "$out/worst.json"
taken peers npm run --silent bench:peers -- --rounds 5 --json "$out/peers.json"
short=(--warm-up-time 0.5 --measurement-time 1.5 --noplot)
taken cargo-parser cargo bench -p milepost-parser --bench '*' -- "${short[@]}"
taken cargo-geocoder cargo bench -p milepost-geocoder --bench '*' -- "${short[@]}"
