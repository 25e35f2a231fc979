#!/usr/bin/env bash
# How many instructions does each piece of a parse and of a geocode take? Counts do not depend on what else the machine does.
#
#   benches/callgrind.sh [DATA_ROOT] [ADDRESSES]
#
# Needs Debian's `valgrind`, and `npm run build` for weights and starter data. DATA_ROOT, made by benches/http/data_root.py, brings
# address points and ranges, and 200 of its addresses are asked; without it those of the HTTP benches and the starter data alone.
# The whole is the sum of parse, lookups and JSON: the pieces behind them find the answers that the lookups left. ONNX Runtime sees a
# machine without AVX-512 there, so that inference takes more instructions than outside.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=${1:-}
count=${2:-200}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

cargo build --quiet --profile measured -p milepost-geocoder --example instructions
if [ -n "$root" ]; then
  head -n "$count" "$root/addresses.txt" >"$folder/addresses.txt"
else
  npx tsx -e "import('./benches/http/addresses.ts').then(({ ADDRESSES }) => console.log(ADDRESSES.slice(0, $count).join('\n')))" \
    >"$folder/addresses.txt"
fi
wof=npm/starter-data/db/wof
export ORT_DISABLE_TELEMETRY=1
valgrind --tool=callgrind --callgrind-out-file="$folder/counts" --log-file="$folder/log" \
  "${CARGO_TARGET_DIR:-target}/measured/examples/instructions" \
  --weights npm/weights-en-us --onnxruntime npm/linux-x64-gnu/libonnxruntime.so.1 \
  --candidate "$wof/candidate.db" --admin "$wof/admin-global-priority.db" ${root:+--data-root "$root"} \
  <"$folder/addresses.txt" >"$folder/pieces"

callgrind_annotate --inclusive=yes --threshold=100 "$folder/counts" >"$folder/functions"
count_of() { # inclusive count of a function
  grep -E "instructions::$1 \[" "$folder/functions" | head -1 | sed 's/ *(.*//; s/[, ]//g'
}
runs=$(awk '/^piece_geocode /{print $2}' "$folder/pieces")
each() { echo $(($(count_of "$1") / runs)); }
whole=$(($(each piece_parse) + $(each piece_lookups) + $(each written)))
echo "| piece | instructions | share of a whole geocode |"
echo "|---|--:|--:|"
for piece in tokenize features inference decode parse parse_json lookups reverse complete; do
  printf "| %s | %'d | %d %% |\n" "$piece" "$(each "piece_$piece")" $((100 * $(each "piece_$piece") / whole))
done
printf "| geocode_json | %'d | %d %% |\n" "$(each written)" $((100 * $(each written) / whole))
printf "| geocode, whole | %'d | 100 %% |\n" "$whole"
tail -1 "$folder/pieces"
