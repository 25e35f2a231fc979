"""Dask: geocodes the addresses of a data frame partition by partition.

pip install milepost milepost-starter-data pyarrow 'dask[dataframe]'
python with_dask.py
"""

import dask.dataframe as dd
import pandas as pd

import milepost.pandas  # noqa: F401  registers `frame.milepost`

FIELDS = ["country_code", "tier", "lat", "lon"]


def located(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with the places of its addresses. Workers keep the engine open between partitions."""
    answers: pd.DataFrame = frame.milepost.geocode("where", fields=FIELDS)
    return answers


def main() -> None:
    """Geocodes four addresses in two partitions."""
    frame = pd.DataFrame({"id": range(4), "where": ["Reno NV 89501", "75008 Paris", "38660 Le Touvet", ""]})
    # A real row gives the types of the answer, so that Dask does not call the function with an invented one.
    answers = dd.from_pandas(frame, npartitions=2).map_partitions(located, meta=located(frame[:1])[:0])
    for row in answers.compute().itertuples():
        print(row.id, row.geo_country_code, row.geo_tier, row.geo_error)


if __name__ == "__main__":
    main()
