-- Objects of OpenStreetMap as answers show them: kind, names and tags, outline. Coordinates are in units of 10⁻⁷ degrees.
CREATE TABLE object (
  osm INTEGER PRIMARY KEY,             -- the number times four, and the kind: node 0, way 1, relation 2
  lat INTEGER NOT NULL,                -- the point that answers have
  lon INTEGER NOT NULL,
  street TEXT,                         -- key of the name of a street
  tags BLOB NOT NULL,                  -- milepost_gazetteer::objects: pairs of `tag` by number, the others in full
  extent BLOB,                         -- south-west and north-east, as a line; null for a node
  shape BLOB                           -- the kind of shape, then its lines, each behind its length in bytes
);
-- Pairs of key and value that occur often.
CREATE TABLE tag (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE build_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
