-- Extent of a place; null when it is the point itself.
ALTER TABLE spr ADD COLUMN min_latitude REAL;
ALTER TABLE spr ADD COLUMN min_longitude REAL;
ALTER TABLE spr ADD COLUMN max_latitude REAL;
ALTER TABLE spr ADD COLUMN max_longitude REAL;
