"""Makes the miniatures beside it: addresses and places in the layout of Overture Maps (schema 1.18), made up, with their names as published ones have.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pyarrow==26.0.1 && /tmp/venv/bin/python make.py
"""
import hashlib
import json
import struct
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).parent
SOURCE = pa.struct([("property", pa.string()), ("dataset", pa.string()), ("license", pa.string()), ("record_id", pa.string()),
                    ("update_time", pa.string()), ("confidence", pa.float64()), ("between", pa.list_(pa.float64()))])
GEO = {"geo": json.dumps({
    "version": "1.1.0", "primary_column": "geometry",
    "columns": {"geometry": {"encoding": "WKB", "geometry_types": ["Point"],
                             "covering": {"bbox": {side: ["bbox", side] for side in ("xmin", "ymin", "xmax", "ymax")}}}},
})}
BOX = pa.struct([("xmin", pa.float32()), ("xmax", pa.float32()), ("ymin", pa.float32()), ("ymax", pa.float32())])
SCHEMA = pa.schema([
    ("id", pa.string()), ("geometry", pa.binary()),
    ("bbox", BOX), ("country", pa.string()), ("postcode", pa.string()), ("street", pa.string()), ("number", pa.string()), ("unit", pa.string()),
    ("postal_city", pa.string()), ("address_levels", pa.list_(pa.struct([("value", pa.string())]))), ("sources", pa.list_(SOURCE)),
    ("version", pa.int32()),
], metadata=GEO)
NAMES = pa.struct([("primary", pa.string()), ("common", pa.map_(pa.string(), pa.string())),
                   ("rules", pa.list_(pa.struct([("variant", pa.string()), ("language", pa.string()), ("value", pa.string())])))])
PLACE_SCHEMA = pa.schema([
    ("id", pa.string()), ("geometry", pa.binary()), ("bbox", BOX), ("operating_status", pa.string()),
    ("categories", pa.struct([("primary", pa.string()), ("alternate", pa.list_(pa.string()))])), ("basic_category", pa.string()),
    ("taxonomy", pa.struct([("primary", pa.string()), ("hierarchy", pa.list_(pa.string())), ("alternates", pa.list_(pa.string()))])),
    ("confidence", pa.float64()), ("websites", pa.list_(pa.string())), ("phones", pa.list_(pa.string())), ("names", NAMES),
    ("brand", pa.struct([("wikidata", pa.string()), ("names", NAMES)])),
    ("addresses", pa.list_(pa.struct([("freeform", pa.string()), ("locality", pa.string()), ("postcode", pa.string()),
                                      ("region", pa.string()), ("country", pa.string())]))),
    ("sources", pa.list_(SOURCE)), ("version", pa.int32()),
], metadata=GEO)


def row(country, lat, lon, number, street, levels, postcode=None, unit=None, postal_city=None, licence="CC BY 4.0"):
    point = {"xmin": lon, "xmax": lon, "ymin": lat, "ymax": lat}
    source = {"property": "", "dataset": "OpenAddresses/Register", "license": licence}
    return {"id": f"{country}-{street}-{number}", "geometry": struct.pack("<BIdd", 1, 1, lon, lat), "bbox": point, "country": country,
            "postcode": postcode, "street": street, "number": number, "unit": unit, "postal_city": postal_city,
            "address_levels": [{"value": value} for value in levels], "sources": [source], "version": 1}


def place(country, lat, lon, name, category, brand=None, taxonomy=None, status="open", dataset="meta", licence=None):
    names = lambda text: {"primary": text, "common": [("de", f"{text} (de)")], "rules": None}
    return {"id": hashlib.sha256(f"{name}{lat}".encode()).hexdigest()[:32], "geometry": struct.pack("<BIdd", 1, 1, lon, lat),
            "bbox": {"xmin": lon, "xmax": lon, "ymin": lat, "ymax": lat}, "operating_status": status,
            "categories": category and {"primary": category, "alternate": None}, "basic_category": None,
            "taxonomy": taxonomy and {"primary": taxonomy, "hierarchy": [taxonomy], "alternates": None}, "confidence": 0.9,
            "websites": None, "phones": ["+4230000000"], "names": names(name),
            "brand": brand and {"wikidata": brand[1], "names": names(brand[0])},
            "addresses": None if country is None else [{"freeform": "Blaureiherweg 12", "locality": None, "postcode": None,
                                                        "region": None, "country": country}],
            "sources": [{"property": "", "dataset": dataset, "license": licence}], "version": 1}


def write(name, groups, schema=SCHEMA):
    # Page indexes and the rest as the published files: zstd, statistics of every column.
    with pq.ParquetWriter(HERE / name, schema, compression="zstd") as writer:
        for rows in groups:
            writer.write_table(pa.Table.from_pylist(rows, schema=schema), row_group_size=len(rows))


write("part-00000-73262e31-91e5-5e79-8f0e-486ecf492448-c000.zstd.parquet", [
    # Two row groups that hold no Liechtenstein: by their box, and by their countries. The first is worth leaving out: hashes do not compress.
    [row("DE", 52.5 + index / 1e4, 13.4, str(index), hashlib.sha256(str(index).encode()).hexdigest(), ["Berlin"], "10115")
     for index in range(1, 1200)],
    [row("AT", 47.2, 9.51, "5", "Blaureiherweg", ["Bregenz", "Vorarlberg"], "6900"),
     row("CH", 47.17, 9.48, "6", "Blaureiherweg", ["St. Gallen", "Buchs"], "9470")],
    # A neighbour in the group of Liechtenstein, twice the same house, a level that is not known, no licence.
    [row("CH", 47.14, 9.49, "9", "Blaureiherweg", ["St. Gallen", "Sevelen"], "9475"),
     row("LI", 47.1410, 9.5215, "12", "Blaureiherweg", ["Vaduz", None], "9490", licence=None),
     row("LI", 47.1410, 9.5215, "12", "Blaureiherweg", ["Vaduz", None], "9490", licence="LicenseRef-Proprietary"),
     row("LI", 47.1420, 9.5217, "14", "Blaureiherweg", ["Vaduz", None], "9490"),
     row("LI", 47.1430, 9.5219, None, "Blaureiherweg", ["Vaduz", None], "9490")],
])
write("part-00001-a7adb97e-2647-5f80-8bee-0850199f23ff-c000.zstd.parquet", [
    [row("NZ", -43.9472, -176.5638, "54", "Blue Heron Road", ["Chatham Islands", "Chatham Island"])],
    [row("US", 42.3373, -71.2086, "1000", "BLUE HERON AVE", ["MA", "NEWTON CENTRE"], "02459", unit="2B", postal_city="Newton Centre"),
     row("US", 41.8240, -71.4128, "1000", "BLUE HERON AVE", ["RI", "PROVIDENCE"], "02903")],
    [row("NZ", -45.8741, 170.5036, "12", "Blue Heron Road", ["Otago", "Dunedin"]),
     row("JP", 35.0, 170.0, "362-9", "Blue", ["Nara"])],
])
write("part-00000-2b1c0f5e-6f1d-5a53-9c55-0a3d8c1f77aa-c000.zstd.parquet", [
    # A group far away that is worth leaving out.
    [place("US", 39.5 + index / 1e4, -119.8, hashlib.sha256(str(index).encode()).hexdigest(), "museum") for index in range(1, 1200)],
    # A neighbour, one of the older and one of the newer schema, a chain, one that is closed, one that says no country.
    [place("CH", 47.14, 9.49, "Blue Heron Bakery", "bakery"),
     place("LI", 47.1410, 9.5215, "Blaureiher Kaffee", "coffee_shop", brand=("Heron Beans", "Q42"), dataset="meta", licence="CDLA-Permissive-2.0"),
     place("LI", 47.1420, 9.5217, "Blaureiher Museum", None, taxonomy="museum", dataset="Foursquare", licence="Apache-2.0"),
     place("LI", 47.1430, 9.5219, "Gone Museum", "museum", status="permanently_closed"),
     place(None, 47.1440, 9.5220, "Nowhere Museum", "museum")],
], PLACE_SCHEMA)
