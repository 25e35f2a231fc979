-- Extent of a place; null when it is the point itself. Made after the rows without one.
ALTER TABLE place ADD COLUMN min_latitude INTEGER;
ALTER TABLE place ADD COLUMN min_longitude INTEGER;
ALTER TABLE place ADD COLUMN max_latitude INTEGER;
ALTER TABLE place ADD COLUMN max_longitude INTEGER;
CREATE VIEW spr AS
SELECT p.id, p.parent_id, p.name, t.placetype, p.country,
       p.latitude / 1e6 AS latitude, p.longitude / 1e6 AS longitude, p.population,
       p.min_latitude / 1e6 AS min_latitude, p.min_longitude / 1e6 AS min_longitude,
       p.max_latitude / 1e6 AS max_latitude, p.max_longitude / 1e6 AS max_longitude,
       1 AS is_current, 0 AS is_deprecated, 0 AS is_ceased, 0 AS is_superseded, 0 AS is_superseding, 0 AS lastmodified
FROM place AS p CROSS JOIN placetype_codes AS t ON t.id = p.placetype_id;
CREATE VIEW place_population (id, population) AS SELECT id, population FROM place WHERE population > 0;
