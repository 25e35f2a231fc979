-- Address points of a street in one locality.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE locality_norm = ?1 AND street_norm = ?2
LIMIT ?3
