-- A street of a locality: the mean of its points and their box.
CREATE TABLE street_centroid (
  street_norm TEXT NOT NULL,
  street_key TEXT NOT NULL,
  postcode TEXT,
  locality_norm TEXT,
  street_raw TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  min_lat REAL NOT NULL,
  min_lon REAL NOT NULL,
  max_lat REAL NOT NULL,
  max_lon REAL NOT NULL,
  points INTEGER NOT NULL              -- address points the row stands for
);
