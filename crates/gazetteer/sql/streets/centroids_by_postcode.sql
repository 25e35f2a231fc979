-- Middle and box of a street in one postcode.
SELECT street_norm, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon, rowid
FROM street_centroid
WHERE postcode = ?1 AND street_key = ?2
LIMIT 32
