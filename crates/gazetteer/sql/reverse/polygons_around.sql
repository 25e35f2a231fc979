-- Polygons whose box holds a point, smallest first. Boxes may pass 180 degrees east.
SELECT p.geom, b.id
FROM polygon_bbox AS b JOIN polygons AS p ON p.id = b.id
WHERE b.min_lat <= ?1 AND b.max_lat >= ?1
  AND ((b.min_lon <= ?2 AND b.max_lon >= ?2) OR (b.min_lon <= ?2 + 360 AND b.max_lon >= ?2 + 360))
ORDER BY (b.max_lat - b.min_lat) * (b.max_lon - b.min_lon)
LIMIT 128
