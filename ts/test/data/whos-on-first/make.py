"""Makes the miniature beside it: a distribution of Who's On First in its published layout (tables of `whosonfirst-data-admin-li-latest.db`), with
records that are made up. With a folder of records as published it makes a distribution of those instead:

    python3 make.py [FOLDER OUT.db.bz2]
"""
import bz2
import json
import sqlite3
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SCHEMA = """
CREATE TABLE geojson (id INTEGER NOT NULL, body TEXT, source TEXT, is_alt BOOLEAN, alt_label TEXT, lastmodified INTEGER);
CREATE TABLE spr (id TEXT PRIMARY KEY, parent_id INTEGER, name TEXT, placetype TEXT, inception TEXT, cessation TEXT, country TEXT, repo TEXT,
  latitude REAL, longitude REAL, min_latitude REAL, min_longitude REAL, max_latitude REAL, max_longitude REAL, is_current INTEGER,
  is_deprecated INTEGER, is_ceased INTEGER, is_superseded INTEGER, is_superseding INTEGER, superseded_by TEXT, supersedes TEXT, belongsto TEXT,
  lastmodified INTEGER);
CREATE TABLE names (id INTEGER NOT NULL, placetype TEXT, country TEXT, language TEXT, extlang TEXT, script TEXT, region TEXT, variant TEXT,
  extension TEXT, privateuse TEXT, name TEXT, lastmodified INTEGER);
CREATE TABLE ancestors (id INTEGER NOT NULL, ancestor_id INTEGER NOT NULL, ancestor_placetype TEXT, lastmodified INTEGER);
CREATE TABLE concordances (id INTEGER NOT NULL, other_id TEXT, other_source TEXT, lastmodified INTEGER);
"""


def square(south, west, north, east):
    return {"type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]]}


def record(id, name, placetype, lat, lon, parent, names=None, geonames=None, population=None, geometry=None, superseded=(), alt=False):
    properties = {"wof:id": id, "wof:name": name, "wof:placetype": placetype, "wof:country": "LI", "wof:parent_id": parent,
                  "wof:repo": "whosonfirst-data-admin-li", "geom:latitude": lat, "geom:longitude": lon, "mz:is_current": 1,
                  "wof:superseded_by": list(superseded), "wof:concordances": {"gn:id": geonames} if geonames else {},
                  "wof:hierarchy": [{"country_id": 85633267}], "wof:lastmodified": 1700000000}
    if population:
        properties["wof:population"] = population
    for language, text in (names or {}).items():
        properties[f"name:{language}_x_preferred"] = [text]
    if alt:
        properties["src:alt_label"] = "quattroshapes"
    return {"id": id, "type": "Feature", "properties": properties,
            "geometry": geometry or {"type": "Point", "coordinates": [lon, lat]}}


MADE_UP = [
    record(85633267, "Liechtenstein", "country", 47.1413, 9.5529, 102191581, {"eng": "Liechtenstein"}, 3042058),
    # GeoNames has it as well: its names join those there.
    record(101767417, "Vaduz", "locality", 47.1392, 9.5228, 85633267, {"ind": "Vaduz Ibukota Biru"}, 3042030),
    record(900000001, "Blaureihersdorf", "locality", 47.0800, 9.6000, -1, {"fra": "Hameau-du-Héron", "jpn": "青鷺村"}, None, 120,
           square(47.0700, 9.5900, 47.0900, 9.6100)),
    record(900000001, "Blaureihersdorf", "locality", 47.0800, 9.6000, -1, geometry=square(10, 10, 11, 11), alt=True),
    # A kind of place that the starter data have none of.
    record(900000003, "Reihergemeinde", "localadmin", 47.0830, 9.6030, 85633267),
    record(900000002, "Altreihersdorf", "locality", 47.0600, 9.5800, 85633267, superseded=[900000001]),
]


def write(records, out):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "distribution.db"
        database = sqlite3.connect(path)
        database.executescript(SCHEMA)
        for feature in records:
            put(database, feature)
        database.commit()
        database.close()
        out.write_bytes(bz2.compress(path.read_bytes()))


def put(database, feature):
    properties = feature["properties"]
    id, kind, country = feature["id"], properties["wof:placetype"], properties["wof:country"]
    label = properties.get("src:alt_label")
    database.execute("INSERT INTO geojson VALUES (?, ?, ?, ?, ?, ?)",
                     (id, json.dumps(feature, ensure_ascii=False), properties.get("src:geom", ""), label is not None, label, 0))
    if label is not None:
        return
    west, south, east, north = bounds(feature["geometry"])
    superseded = properties.get("wof:superseded_by", [])
    ceased = properties.get("edtf:cessation", "") not in ("", "uuuu", "..")
    deprecated = properties.get("edtf:deprecated", "") not in ("", "uuuu", "..")
    database.execute(f"INSERT INTO spr VALUES ({', '.join('?' * 23)})", (
        str(id), properties.get("wof:parent_id", -1), properties["wof:name"], kind, properties.get("edtf:inception"),
        properties.get("edtf:cessation"), country, properties.get("wof:repo"), properties["geom:latitude"], properties["geom:longitude"],
        south, west, north, east, properties.get("mz:is_current", -1), int(deprecated), int(ceased), int(bool(superseded)), 0,
        ",".join(map(str, superseded)), "", "", 0))
    for key, values in properties.items():
        if key.startswith("name:"):
            language, _, variant = key[5:].partition("_x_")
            for value in values:
                database.execute("INSERT INTO names VALUES (?, ?, ?, ?, '', '', '', '', '', ?, ?, 0)",
                                 (id, kind, country, language, variant, value))
    for step in properties.get("wof:hierarchy", []):
        for level, ancestor in step.items():
            if ancestor > 0:
                database.execute("INSERT INTO ancestors VALUES (?, ?, ?, 0)", (id, ancestor, level.removesuffix("_id")))
    for source, other in properties.get("wof:concordances", {}).items():
        database.execute("INSERT INTO concordances VALUES (?, ?, ?, 0)", (id, str(other), source))


def bounds(geometry):
    def positions(value):
        if isinstance(value[0], (int, float)):
            yield value
        else:
            for inner in value:
                yield from positions(inner)
    points = list(positions(geometry["coordinates"]))
    return (min(x for x, *_ in points), min(y for _, y, *_ in points), max(x for x, *_ in points), max(y for _, y, *_ in points))


if len(sys.argv) == 3:
    write([json.loads(path.read_text()) for path in sorted(Path(sys.argv[1]).glob("*.geojson"))], Path(sys.argv[2]))
else:
    write(MADE_UP, HERE / "whosonfirst-data-admin-li-latest.db.bz2")
