-- Candidate gazetteer. One row per (name, place); the clustered key puts the most populous place of a name first.
-- A row ends with the last column its table had when it was written, and what was added since reads as the default. So the columns
-- that most rows leave empty are added behind the others (candidate_extent_columns.sql, candidate_prominence_column.sql, candidate_unset_columns.sql), when the
-- rows without them are in: a byte a row and column less.
CREATE TABLE country_codes (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
CREATE TABLE placetype_codes (id INTEGER PRIMARY KEY, placetype TEXT NOT NULL UNIQUE);
CREATE TABLE candidate (
  name_key TEXT NOT NULL,
  country_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,          -- spr_id of the first-level division, 0 when there is none
  placetype_id INTEGER NOT NULL,
  neg_rank REAL NOT NULL,              -- falls with the population or the prominence; only its order counts
  spr_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  population INTEGER NOT NULL,
  is_primary INTEGER NOT NULL,         -- 0 for alternate names and codes
  PRIMARY KEY (name_key, country_id, region_id, placetype_id, neg_rank, spr_id)
) WITHOUT ROWID;
CREATE TABLE postal_city_candidate (
  name_key TEXT NOT NULL,
  postcode TEXT NOT NULL,              -- its key: lower case without spaces
  spr_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  PRIMARY KEY (name_key, postcode)
) WITHOUT ROWID;
-- How this file was built; `id_prefix` stands before every id on the wire.
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
