-- Places of a kind whose box touches a window, most populous first.
SELECT s.id, s.parent_id, s.name, s.latitude, s.longitude
FROM place_bbox AS b JOIN spr AS s ON s.id = b.id
LEFT JOIN place_population AS p ON p.id = s.id
WHERE b.max_lat >= ?1 AND b.min_lat <= ?2 AND b.max_lon >= ?3 AND b.min_lon <= ?4 AND s.placetype = ?5
ORDER BY p.population DESC, s.id
