-- `same` lists places to give up (old) for others (new): names, children, population and prominence move over.
-- A publisher with importances has surveyed points and boundaries; tables of names give a settlement or code the point of its district.
UPDATE place SET lat = o.lat, lon = o.lon, south = o.south, west = o.west, north = o.north, east = o.east
FROM (
  SELECT s.new, p.lat, p.lon, p.south, p.west, p.north, p.east, row_number() OVER (PARTITION BY s.new ORDER BY i.importance DESC, p.id) AS position
  FROM same AS s JOIN place AS p ON p.id = s.old JOIN importance AS i ON i.place = s.old
) AS o
WHERE place.id = o.new AND o.position = 1 AND place.placetype NOT IN ('country', 'region', 'county');
INSERT INTO importance
SELECT s.new, max(i.importance) FROM same AS s JOIN importance AS i ON i.place = s.old WHERE true GROUP BY s.new
ON CONFLICT (place) DO UPDATE SET importance = max(importance, excluded.importance);
DELETE FROM importance WHERE place IN (SELECT old FROM same);
UPDATE name_key SET place = s.new, is_primary = 0 FROM same AS s WHERE name_key.place = s.old;
UPDATE spelling SET place = s.new FROM same AS s WHERE spelling.place = s.old;
UPDATE place SET parent = s.new FROM same AS s WHERE place.parent = s.old;
UPDATE code SET place = s.new FROM same AS s WHERE code.place = s.old;
UPDATE pair SET place = s.new FROM same AS s WHERE pair.place = s.old;
UPDATE concordance SET place = s.new FROM same AS s WHERE concordance.place = s.old;
UPDATE place SET population = o.population
FROM same AS s JOIN place AS o ON o.id = s.old
WHERE place.id = s.new AND place.population = 0;
UPDATE place SET prominence = max(place.prominence, o.prominence)
FROM same AS s JOIN place AS o ON o.id = s.old WHERE place.id = s.new;
DELETE FROM place WHERE id IN (SELECT old FROM same);
DROP TABLE same;
