-- Places without an extent in a window (south, north, west, east), by its lines of cells (first, last) and the columns in each.
WITH RECURSIVE line (number) AS (SELECT ?5 UNION ALL SELECT number + 1 FROM line WHERE number < ?6)
SELECT s.id, s.name, s.placetype, s.country, s.parent_id, s.latitude, s.longitude, NULL, NULL, NULL, NULL
FROM line CROSS JOIN place_cell AS c ON c.cell BETWEEN line.number * 3600 + ?7 AND line.number * 3600 + ?8
CROSS JOIN spr AS s ON s.id = c.id
WHERE s.latitude BETWEEN ?1 AND ?2 AND s.longitude BETWEEN ?3 AND ?4
