"""A shard of address points grown from a real one: its rows so many times over, each copy under towns and postcodes of its own, moved by
a degree, so that lookups meet as many towns and streets as a whole country has.

grow.py SHARD_DB OUT_DB TIMES
"""

import sqlite3
import sys

source, out, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
database = sqlite3.connect(out, uri=True)
database.execute("PRAGMA journal_mode = OFF")
database.execute("PRAGMA synchronous = OFF")
database.execute("ATTACH ? AS original", (f"file:{source}?mode=ro",))
schema = database.execute("SELECT sql FROM original.sqlite_schema WHERE name = 'address_point'").fetchone()[0]
indexes = database.execute("SELECT sql FROM original.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").fetchall()
database.execute(schema)
columns = [row[1] for row in database.execute("PRAGMA original.table_info(address_point)")]
letters = "abcdefghijklmnopqrstuvwxyz"
for copy in range(times):
    values = {
        "locality_norm": "locality_norm || ?1",
        "postcode": "postcode || ?2",
        "lat": "lat + ?3",
    }
    suffix = ("", "", 0.0) if copy == 0 else (f" {letters[copy // 26]}{letters[copy % 26]}ville", str(copy), 0.1 * copy)
    chosen = ", ".join(values.get(column, column) for column in columns)
    database.execute(f"INSERT INTO address_point SELECT {chosen} FROM original.address_point", suffix)
database.commit()
for (sql,) in indexes:
    database.execute(sql)
database.execute("ANALYZE main")
database.commit()
