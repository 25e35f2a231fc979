"""What people type, drawn from the databases, as JSON.

typed.py places CANDIDATE_DB      a thousand towns, 250 of each of four sizes: {"name", "division", "country"}
typed.py streets SHARD_DB         five hundred addresses of a register: {"number", "street", "town"}

Always the same rows for the same database: they are chosen by a hash of their ids.
"""

import json
import sqlite3
import sys

OF_A_SIZE = 250
SIZES = [(1_000_000, 10**12), (100_000, 1_000_000), (10_000, 100_000), (500, 10_000)]
STREETS = 500

PLACES = """
SELECT DISTINCT c.name, coalesce(r.name, ''), k.code FROM candidate AS c
JOIN placetype_codes AS t ON t.id = c.placetype_id AND t.placetype = 'locality'
JOIN country_codes AS k ON k.id = c.country_id
LEFT JOIN (SELECT spr_id, min(name) AS name FROM candidate GROUP BY spr_id) AS r ON r.spr_id = c.region_id
WHERE c.is_primary AND c.population >= ? AND c.population < ?
ORDER BY (c.spr_id * 2654435761) % 4294967296 LIMIT ?
"""

STREET_ROWS = """
SELECT number, street_raw, coalesce(locality_norm, '') FROM address_point
WHERE (rowid * 2654435761) % 4294967296 < ?
ORDER BY (rowid * 2654435761) % 4294967296 LIMIT ?
"""


def places(path: str) -> list[dict[str, str]]:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = [row for size in SIZES for row in database.execute(PLACES, (*size, OF_A_SIZE))]
    return [{"name": name, "division": division, "country": country} for name, division, country in rows]


def streets(path: str) -> list[dict[str, str]]:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    (count,) = database.execute("SELECT count(*) FROM address_point").fetchone()
    share = min(1.0, 4 * STREETS / count)
    rows = database.execute(STREET_ROWS, (int(share * 4294967296), STREETS))
    return [{"number": str(number), "street": street, "town": town} for number, street, town in rows]


kind, path = sys.argv[1:]
print(json.dumps({"places": places, "streets": streets}[kind](path)))
