-- Address points of a postcode.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE postcode = ?1
LIMIT 512
