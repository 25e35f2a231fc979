-- Every range of a street in the shard.
SELECT street_norm, side, from_hn, to_hn, parity, postcode, street_raw, geometry
FROM street_segment
WHERE street_norm = ?1
LIMIT 1000
