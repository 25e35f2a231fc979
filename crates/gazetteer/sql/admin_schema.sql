-- Full administrative database, for reverse lookup and names. As in candidate_schema.sql, what most rows leave empty is added behind:
-- admin_extent_columns.sql, admin_state_columns.sql.
CREATE TABLE spr (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  placetype TEXT NOT NULL,
  country TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  population INTEGER NOT NULL          -- 0 when unknown; read through `place_population`
);
CREATE TABLE names (
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  placetype TEXT NOT NULL,
  country TEXT NOT NULL,
  language TEXT NOT NULL,
  privateuse TEXT NOT NULL,
  official INTEGER NOT NULL,
  lastmodified INTEGER NOT NULL
);
CREATE TABLE ancestors (id INTEGER NOT NULL, ancestor_id INTEGER NOT NULL, ancestor_placetype TEXT NOT NULL, lastmodified INTEGER NOT NULL);
CREATE TABLE concordances (id INTEGER NOT NULL, other_id TEXT NOT NULL, other_source TEXT NOT NULL, lastmodified INTEGER NOT NULL);
CREATE VIEW place_population (id, population) AS SELECT id, population FROM spr WHERE population > 0;
CREATE TABLE place_abbr (id INTEGER NOT NULL, abbr TEXT NOT NULL);
CREATE VIRTUAL TABLE place_bbox USING rtree(id, min_lat, max_lat, min_lon, max_lon);
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
