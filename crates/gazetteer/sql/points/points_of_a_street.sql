-- Address points of a street anywhere in the shard.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE street_norm = ?1
LIMIT ?2
