-- Time zones. `geom` is the program's own byte string of a polygon, or a GeoJSON multipolygon as text.
CREATE TABLE timezone_polygons (
  tzid TEXT NOT NULL,
  minLat REAL NOT NULL,
  maxLat REAL NOT NULL,
  minLon REAL NOT NULL,
  maxLon REAL NOT NULL,                -- may pass 180
  geom NOT NULL
);
CREATE INDEX idx_tz_bbox ON timezone_polygons (minLat, maxLat, minLon, maxLon);
