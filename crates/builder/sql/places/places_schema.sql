-- Places of a publisher for `data add`, in the columns of a Who's On First distribution; ids lie above those of every gazetteer.
CREATE TABLE spr (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER NOT NULL,          -- -1 when there is none
  name TEXT NOT NULL,
  placetype TEXT NOT NULL,
  country TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  min_latitude REAL,
  min_longitude REAL,
  max_latitude REAL,
  max_longitude REAL,
  is_current INTEGER NOT NULL DEFAULT 1,
  is_deprecated INTEGER NOT NULL DEFAULT 0,
  is_ceased INTEGER NOT NULL DEFAULT 0,
  is_superseded INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE names (id INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL);
CREATE TABLE place_population (id INTEGER PRIMARY KEY, population INTEGER NOT NULL);
CREATE TABLE concordances (id INTEGER NOT NULL, other_source TEXT NOT NULL, other_id TEXT NOT NULL);
CREATE TABLE ancestors (id INTEGER NOT NULL, ancestor_id INTEGER NOT NULL, ancestor_placetype TEXT NOT NULL);
-- Polygons, in the layout of the polygon file.
CREATE TABLE area (id INTEGER PRIMARY KEY, geom BLOB NOT NULL, south REAL NOT NULL, west REAL NOT NULL, north REAL NOT NULL, east REAL NOT NULL);
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
