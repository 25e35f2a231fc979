SELECT nutsId, geom FROM nuts_regions
WHERE level BETWEEN 1 AND 3 AND minLat <= ?1 AND maxLat >= ?1 AND minLon <= ?2 AND maxLon >= ?2
ORDER BY level DESC, (maxLat - minLat) * (maxLon - minLon)
