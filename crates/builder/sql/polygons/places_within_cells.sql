-- Places of a kind whose box touches a window, most populous first, where places without an extent have cells: lines of cells (first, last), and the
-- columns in each.
WITH RECURSIVE line (number) AS (SELECT ?6 UNION ALL SELECT number + 1 FROM line WHERE number < ?7),
near (id) AS (
  SELECT id FROM place_bbox WHERE max_lat >= ?1 AND min_lat <= ?2 AND max_lon >= ?3 AND min_lon <= ?4
  UNION ALL
  SELECT c.id FROM line CROSS JOIN place_cell AS c ON c.cell BETWEEN line.number * 3600 + ?8 AND line.number * 3600 + ?9
)
SELECT s.id, s.parent_id, s.name, s.latitude, s.longitude
FROM near CROSS JOIN spr AS s ON s.id = near.id
WHERE s.placetype = ?5
ORDER BY s.population DESC, s.id
