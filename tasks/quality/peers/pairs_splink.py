"""Runs in the peers' environment (fetch_peers.sh): Splink on the components that Milepost parses.

    python pairs_splink.py < PAIRS.json

Reads one JSON list of pairs, each two objects of components, and prints the match weight of each pair, one a line. As Splink's guides have it:
`u` by random sampling, `m` by expectation maximisation within a postcode and within a street, no labels.
"""

from __future__ import annotations

import json
import sys

import pyarrow
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

COMPONENTS = ["house_number", "street", "unit", "locality", "region", "postcode", "venue", "po_box"]
# A pair that blocking does not give.
NONE = -100.0


def main() -> None:
    pairs = json.load(sys.stdin)
    row = lambda at, address: {"unique_id": at, "pair": at, **{name: address.get(name) for name in COMPONENTS}}
    sides = [pyarrow.Table.from_pylist([row(at, pair[side]) for at, pair in enumerate(pairs)]) for side in (0, 1)]
    names = [cl.JaroWinklerAtThresholds(name, [0.92, 0.8]) for name in ("street", "locality", "venue")]
    codes = [cl.LevenshteinAtThresholds("postcode", [1]), *(cl.ExactMatch(name) for name in ("house_number", "unit", "region", "po_box"))]
    settings = SettingsCreator(
        link_type="link_only",
        blocking_rules_to_generate_predictions=[block_on("pair")],
        comparisons=[*names, *codes],
        retain_intermediate_calculation_columns=False,
    )
    database = DuckDBAPI()
    linker = Linker([database.register(side) for side in sides], settings, log_level="ERROR")
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=55)
    for rule in (block_on("postcode", "house_number"), block_on("street", "locality")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    predicted = linker.inference.predict().as_record_list()
    weights = {row["unique_id_l"]: row["match_weight"] for row in predicted}
    for at in range(len(pairs)):
        print(weights.get(at, NONE))


if __name__ == "__main__":
    main()
