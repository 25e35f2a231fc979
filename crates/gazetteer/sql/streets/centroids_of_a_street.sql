-- Streets of a name anywhere in a shard with the index for it.
SELECT street_norm, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon, rowid
FROM street_centroid INDEXED BY street_centroid_street
WHERE street_norm = ?1
LIMIT 1000
