-- Address points of a street anywhere in the shard, as many as tell where streets of the name are.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE street_norm = ?1
LIMIT 1000
