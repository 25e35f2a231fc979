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
-- `attribution`: whose data it is, to be shown.
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
