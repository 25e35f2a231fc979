SELECT osm, lat, lon, tags, extent, shape FROM object WHERE street = ?1 LIMIT 1000
