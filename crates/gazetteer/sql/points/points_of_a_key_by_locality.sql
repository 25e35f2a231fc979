-- Address points of a street's key in one locality, any number.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE locality_norm = ?1 AND street_key = ?2
LIMIT 2000
