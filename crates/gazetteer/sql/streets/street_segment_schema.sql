-- Address ranges of street segments, one row a side.
CREATE TABLE street_segment (
  street_norm TEXT NOT NULL,           -- the street's key: numbered roads in one spelling
  side TEXT NOT NULL,                  -- L or R of the geometry's direction; empty when the geometry is the side itself
  from_hn INTEGER NOT NULL,            -- number at the start of the geometry
  to_hn INTEGER NOT NULL,              -- number at its end; smaller where the range runs downwards
  min_hn INTEGER NOT NULL,
  max_hn INTEGER NOT NULL,
  parity TEXT NOT NULL,                -- odd, even or mixed
  postcode TEXT,
  county_fips TEXT,
  street_raw TEXT NOT NULL,
  geometry TEXT NOT NULL,              -- GeoJSON coordinates of a LineString
  source TEXT,
  release TEXT
);
-- Factor of the radius that holds nine of ten true points, and how it is applied (`method`).
CREATE TABLE interp_calibration (radius_multiplier REAL NOT NULL, method TEXT NOT NULL, region TEXT);
