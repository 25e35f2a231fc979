-- Places of the full administrative database. As in candidate_schema.sql, what most rows leave empty is added behind:
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
CREATE VIEW place_population (id, population) AS SELECT id, population FROM spr WHERE population > 0;
