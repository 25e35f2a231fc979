-- Places of a full administrative database that only this program reads: whole microdegrees, the kind as a number. Everything reads them through the
-- view `spr` (admin_compact_extent_columns.sql). `place_bbox` holds only places with an extent; the others are found by their cell.
-- It takes half the room of admin_place_schema.sql.
CREATE TABLE place (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER NOT NULL,          -- -1 when there is none
  name TEXT NOT NULL,
  placetype_id INTEGER NOT NULL,
  country TEXT NOT NULL,
  latitude INTEGER NOT NULL,
  longitude INTEGER NOT NULL,
  population INTEGER NOT NULL          -- 0 when unknown
);
-- The commonest kind has a number that takes no byte.
CREATE TABLE placetype_codes (id INTEGER PRIMARY KEY, placetype TEXT NOT NULL UNIQUE);
INSERT INTO placetype_codes VALUES (0, 'locality'), (1, 'neighbourhood'), (2, 'county'), (3, 'region'), (4, 'country');
-- Places without an extent by cells of a tenth of a degree: `row * 3600 + column` from 90 degrees south and 180 west.
CREATE TABLE place_cell (cell INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (cell, id)) WITHOUT ROWID;
