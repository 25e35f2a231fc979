-- Ranges of a street that hold a number, anywhere in the shard.
SELECT street_norm, side, from_hn, to_hn, parity, postcode, street_raw, geometry
FROM street_segment
WHERE street_norm = ?1 AND min_hn <= ?2 AND max_hn >= ?2
LIMIT 256
