-- What the sources say, before it is put in order. Rows are appended; indexes come when a step needs them.
CREATE TABLE place (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  placetype TEXT NOT NULL,
  country TEXT NOT NULL,               -- ISO 3166-1 alpha-2, upper case
  parent INTEGER,
  region INTEGER NOT NULL DEFAULT 0,   -- first-level division above it
  codes TEXT,                          -- GeoNames division codes, `FR.84.38`, while there is no parent
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  south REAL,                          -- extent; null when it is the point itself
  west REAL,
  north REAL,
  east REAL,
  population INTEGER NOT NULL,
  answers_reverse INTEGER NOT NULL,    -- has a point of its own, and so a row in the database of positions
  prominence INTEGER NOT NULL          -- a place without inhabitants ranks like a city with so many; 0 for ordinary places
);
CREATE TABLE importance (place INTEGER PRIMARY KEY, importance REAL NOT NULL);       -- of publishers that state it, 0 to 1
CREATE TABLE name_key (place INTEGER NOT NULL, key TEXT NOT NULL, is_primary INTEGER NOT NULL);
CREATE TABLE spelling (place INTEGER NOT NULL, language TEXT, name TEXT NOT NULL);  -- language null: for the search index alone
CREATE TABLE code (code TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;    -- GeoNames division codes
CREATE TABLE division_name (code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE concordance (place INTEGER NOT NULL, source TEXT NOT NULL, other TEXT NOT NULL);
CREATE TABLE ancestor (place INTEGER NOT NULL, above INTEGER NOT NULL, level INTEGER NOT NULL);
CREATE TABLE postal (
  country TEXT NOT NULL,
  postcode TEXT NOT NULL,
  key TEXT NOT NULL,
  place TEXT NOT NULL,
  place_key TEXT NOT NULL,
  around TEXT NOT NULL,                -- wider names an address may write instead, tab separated
  state TEXT NOT NULL,
  codes TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL
);
CREATE TABLE pair (name_key TEXT NOT NULL, postcode TEXT NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, of_part INTEGER NOT NULL);
