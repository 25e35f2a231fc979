-- Points of interest. A cell is a hundredth of a degree high and wide; cells of one row follow each other (src/poi/cells.rs).
-- Keys are those of names: folded, without points, commas and apostrophes.
CREATE TABLE poi (
  name TEXT,
  name_key TEXT,
  category_id TEXT,
  brand_key TEXT,
  brand_wikidata TEXT,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  country TEXT NOT NULL,
  confidence REAL,
  gers_id TEXT,
  cell INTEGER NOT NULL,
  part INTEGER                         -- id of `part`, where a file was put together by code
);
-- What people call a category; the best reading of a phrase is the one with the most rows.
CREATE TABLE poi_phrase (phrase_key TEXT NOT NULL, category_id TEXT NOT NULL, rows INTEGER NOT NULL);
CREATE TABLE poi_brand (brand_key TEXT PRIMARY KEY, name TEXT NOT NULL, wikidata TEXT) WITHOUT ROWID;
-- Objects of OpenStreetMap: four times the number plus the kind.
CREATE TABLE poi_object (poi INTEGER PRIMARY KEY, osm INTEGER NOT NULL);
-- Other names: in other languages, official, former, short.
CREATE TABLE poi_alias (name_key TEXT NOT NULL, cell INTEGER NOT NULL, poi INTEGER NOT NULL, PRIMARY KEY (name_key, cell, poi)) WITHOUT ROWID;
-- `attribution`: whose data it is, to be shown.
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
