-- Places whose box holds a point, smallest first.
SELECT b.id
FROM place_bbox AS b
WHERE b.min_lat <= ?1 AND b.max_lat >= ?1 AND b.min_lon <= ?2 AND b.max_lon >= ?2
ORDER BY (b.max_lat - b.min_lat) * (b.max_lon - b.min_lon)
LIMIT 128
