"""Makes the miniatures beside it: addresses, places and divisions in the layout of Overture Maps (schema 1.18), made up, with their names as published ones have.

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

# Beside what is read: columns that a reader has to leave alone.
DIVISION_NAMES = pa.struct([("primary", pa.string()), ("common", pa.map_(pa.string(), pa.string())),
                            ("rules", pa.list_(pa.struct([("variant", pa.string()), ("language", pa.string()), ("perspectives", pa.struct(
                                [("mode", pa.string()), ("countries", pa.list_(pa.string()))])), ("value", pa.string()),
                                ("between", pa.list_(pa.float64())), ("side", pa.string())])))])
STEP = pa.struct([("division_id", pa.string()), ("subtype", pa.string()), ("name", pa.string())])
DIVISION_SCHEMA = pa.schema([
    ("id", pa.string()), ("geometry", pa.binary()), ("bbox", BOX), ("country", pa.string()), ("version", pa.int32()), ("sources", pa.list_(SOURCE)),
    ("cartography", pa.struct([("prominence", pa.int32()), ("min_zoom", pa.int32())])), ("subtype", pa.string()), ("admin_level", pa.int32()),
    ("class", pa.string()), ("names", DIVISION_NAMES), ("wikidata", pa.string()), ("region", pa.string()),
    ("hierarchies", pa.list_(pa.list_(STEP))), ("parent_division_id", pa.string()),
    ("norms", pa.struct([("driving_side", pa.string())])), ("population", pa.int32()),
], metadata=GEO)
AREA_SCHEMA = pa.schema([
    ("id", pa.string()), ("geometry", pa.binary()), ("bbox", BOX), ("country", pa.string()), ("version", pa.int32()), ("sources", pa.list_(SOURCE)),
    ("subtype", pa.string()), ("admin_level", pa.int32()), ("class", pa.string()), ("names", DIVISION_NAMES), ("is_land", pa.bool_()),
    ("is_territorial", pa.bool_()), ("region", pa.string()), ("division_id", pa.string()),
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


def named(primary, common=None, rules=None):
    return {"primary": primary, "common": common and list(common.items()),
            "rules": rules and [{"variant": "alternate", "language": language, "value": value} for language, value in rules]}


OSM = [{"property": "", "dataset": "OpenStreetMap", "license": None, "record_id": "n1@1"}]


def division(country, id, subtype, name, lat, lon, parent=None, common=None, rules=None, population=None):
    return {"id": id, "geometry": struct.pack("<BIdd", 1, 1, lon, lat), "bbox": {"xmin": lon, "xmax": lon, "ymin": lat, "ymax": lat},
            "country": country, "version": 1, "sources": OSM, "subtype": subtype, "class": "village" if subtype == "locality" else None,
            "names": named(name, common, rules), "hierarchies": [[{"division_id": id, "subtype": subtype, "name": name}]],
            "parent_division_id": parent, "population": population}


def area(country, of, subtype, name, south, west, north, east, kind="land"):
    ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    polygon = struct.pack("<BIII", 1, 3, 1, len(ring)) + b"".join(struct.pack("<dd", *corner) for corner in ring)
    return {"id": f"{of}-{kind}", "geometry": struct.pack("<BII", 1, 6, 1) + polygon,
            "bbox": {"xmin": west, "xmax": east, "ymin": south, "ymax": north}, "country": country, "version": 1, "sources": OSM,
            "subtype": subtype, "class": kind, "names": named(name), "is_land": kind == "land", "is_territorial": True, "division_id": of}


def scattered(index):
    """A box that does not compress."""
    numbers = [number / 2 ** 64 for number in struct.unpack("<QQQQ", hashlib.sha256(str(index).encode()).digest())]
    return 39 + numbers[0], -120 + numbers[1], 40 + numbers[2], -119 + numbers[3]


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

write("part-00000-5d0a1d5e-3c7b-5b8f-8e6d-6f2b7d6f3f11-c000.zstd.parquet", [
    [division("US", f"us-{index}", "locality", hashlib.sha256(str(index).encode()).hexdigest(), 39.5 + index / 1e4, -119.8)
     for index in range(1, 1200)],
    # The country and its capital, which every gazetteer has; a village and a quarter that none has, one without a name, a neighbour.
    [division("LI", "li", "country", "Liechtenstein", 47.1413, 9.5529, common={"en": "Liechtenstein", "ja": "リヒテンシュタイン"}),
     division("LI", "vaduz", "locality", "Vaduz", 47.1392, 9.5228, "li", {"fr": "Vadouz-la-Bleue"}, population=5696),
     division("LI", "dorf", "locality", "Blaureihersdorf", 47.0800, 9.6000, "li", {"fr": "Hameau-du-Héron", "ja": "青鷺村"},
              [("de", "Reiherdörfli")], 120),
     division("LI", "viertel", "neighborhood", "Reiherviertel", 47.0810, 9.6010, "dorf"),
     division("LI", "nameless", "locality", None, 47.08, 9.6, "li"),
     division("CH", "ch-dorf", "locality", "Fremdreihersdorf", 47.0790, 9.4900, None)],
], DIVISION_SCHEMA)
write("part-00000-9f1e6c1b-0f53-5d0c-9d3a-7c6b5a4d3e22-c000.zstd.parquet", [
    [area("US", f"us-{index}", "locality", "", *scattered(index)) for index in range(1, 1500)],
    [area("LI", "dorf", "locality", "Blaureihersdorf", 47.0700, 9.5900, 47.0900, 9.6100),
     area("LI", "li", "country", "Liechtenstein", 47.0484, 9.4717, 47.2706, 9.6356),
     area("LI", "dorf", "locality", "Blaureihersdorf", 46.0, 9.0, 47.0, 9.4, "maritime"),
     area("CH", "ch-dorf", "locality", "Fremdreihersdorf", 47.0700, 9.4800, 47.0900, 9.4950)],
], AREA_SCHEMA)
