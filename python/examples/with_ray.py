"""Ray Data: geocodes the addresses of a dataset block by block, in Arrow from end to end.

pip install milepost milepost-starter-data pyarrow 'ray[data]'
python with_ray.py
"""

import pyarrow as pa
import ray

FIELDS = ["country_code", "tier", "lat", "lon"]


class Located:
    """An actor that opens the engine once and answers block by block. Ray counts one core for it, so it uses one thread."""

    def __init__(self) -> None:
        """Does not open the engine yet; the first block does."""
        import milepost

        self._engine = milepost.Engine()

    def __call__(self, table: pa.Table) -> pa.Table:
        """The block with the places of its addresses after its columns."""
        answers = self._engine.geocode_arrow(table["where"], fields=FIELDS, threads=1)
        for field, column in zip(answers.type, answers.flatten(), strict=True):
            table = table.append_column(f"geo_{field.name}", column)
        return table


def main() -> None:
    """Geocodes four addresses in two blocks."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    rows = pa.table({"id": range(4), "where": ["Reno NV 89501", "75008 Paris", "38660 Le Touvet", ""]})
    answers = (
        ray.data.from_arrow(rows).repartition(2).map_batches(Located, batch_format="pyarrow", compute=ray.data.ActorPoolStrategy(size=1))
    )
    for row in sorted(answers.take_all(), key=lambda row: row["id"]):
        print(row["id"], row["geo_country_code"], row["geo_tier"], row["geo_error"])


if __name__ == "__main__":
    main()
