-- NUTS regions. `geom` is the program's own byte string of a polygon, or GeoJSON as text.
CREATE TABLE nuts_regions (
  nutsId TEXT NOT NULL,
  level INTEGER NOT NULL,
  minLat REAL NOT NULL,
  maxLat REAL NOT NULL,
  minLon REAL NOT NULL,
  maxLon REAL NOT NULL,
  geom NOT NULL
);
CREATE INDEX idx_nuts_bbox ON nuts_regions (level, minLat, maxLat, minLon, maxLon);
