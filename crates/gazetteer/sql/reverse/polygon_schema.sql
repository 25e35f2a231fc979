-- Polygons for reverse lookup. `geom` is the byte string of the program's own layout, or GeoJSON as text.
CREATE TABLE polygons (id INTEGER PRIMARY KEY, geom NOT NULL);
CREATE VIRTUAL TABLE polygon_bbox USING rtree(id, min_lat, max_lat, min_lon, max_lon);
-- Places the administrative database lacks, in its columns.
CREATE TABLE spr (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  placetype TEXT NOT NULL,
  country TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  min_latitude REAL,
  min_longitude REAL,
  max_latitude REAL,
  max_longitude REAL
);
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
