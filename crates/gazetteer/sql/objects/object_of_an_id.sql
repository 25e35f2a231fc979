SELECT osm, lat, lon, tags, extent, shape FROM object WHERE osm = ?1
