-- Places whose box touches a window (south, north, west, east), with what ranks them.
SELECT s.id, s.name, s.placetype, s.country, s.parent_id, s.latitude, s.longitude,
       b.min_lat, b.min_lon, b.max_lat, b.max_lon
FROM place_bbox AS b JOIN spr AS s ON s.id = b.id
WHERE b.max_lat >= ?1 AND b.min_lat <= ?2 AND b.max_lon >= ?3 AND b.min_lon <= ?4
  AND s.is_current <> 0 AND s.is_deprecated = 0
