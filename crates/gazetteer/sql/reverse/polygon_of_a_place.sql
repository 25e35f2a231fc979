SELECT geom FROM polygons WHERE id = ?1
