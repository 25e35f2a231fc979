-- Every range of a street in a postcode.
SELECT street_norm, side, from_hn, to_hn, parity, postcode, street_raw, geometry
FROM street_segment
WHERE postcode = ?1 AND street_norm = ?2
LIMIT 500
