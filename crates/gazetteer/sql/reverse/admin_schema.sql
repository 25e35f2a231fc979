-- Full administrative database, for reverse lookup and names, beside its places (admin_place_schema.sql or admin_compact_place_schema.sql).
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
CREATE TABLE place_abbr (id INTEGER NOT NULL, abbr TEXT NOT NULL);
CREATE VIRTUAL TABLE place_bbox USING rtree(id, min_lat, max_lat, min_lon, max_lon);
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
