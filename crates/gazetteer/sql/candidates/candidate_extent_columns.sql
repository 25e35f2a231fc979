-- Extent of a place; null when it is the point itself.
ALTER TABLE candidate ADD COLUMN min_lat REAL;
ALTER TABLE candidate ADD COLUMN min_lon REAL;
ALTER TABLE candidate ADD COLUMN max_lat REAL;
ALTER TABLE candidate ADD COLUMN max_lon REAL;
