-- Objects with a point between two latitudes and two longitudes.
SELECT osm, lat, lon, tags, extent, shape FROM object WHERE lat BETWEEN ?1 AND ?2 AND lon BETWEEN ?3 AND ?4 LIMIT 64
