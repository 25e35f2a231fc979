-- Ranges of a street and postcode that hold a number.
SELECT street_norm, side, from_hn, to_hn, parity, postcode, street_raw, geometry
FROM street_segment
WHERE postcode = ?1 AND street_norm = ?2 AND min_hn <= ?3 AND max_hn >= ?3
LIMIT 64
