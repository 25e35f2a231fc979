-- Address points of neighbouring cells of one row; the expression is that of the index.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE CAST((lat + 90.0) * 1000.0 AS INTEGER) * 1000000 + CAST((lon + 180.0) * 1000.0 AS INTEGER) BETWEEN ?1 AND ?2
