-- Streets of a name anywhere in the shard.
SELECT street_norm, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon
FROM street_centroid
WHERE street_norm = ?1
LIMIT 1000
