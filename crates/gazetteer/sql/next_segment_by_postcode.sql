-- The next street with segments of one postcode in the order of keys: a seek of the index.
SELECT min(street_norm) FROM street_segment WHERE postcode = ?1 AND street_norm > ?2
