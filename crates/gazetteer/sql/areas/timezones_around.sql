SELECT tzid, geom FROM timezone_polygons
WHERE minLat <= ?1 AND maxLat >= ?1 AND ((minLon <= ?2 AND maxLon >= ?2) OR (minLon <= ?2 + 360 AND maxLon >= ?2 + 360))
ORDER BY (maxLat - minLat) * (maxLon - minLon)
