-- Whether a street has points anywhere: a seek of the index.
SELECT 1 FROM address_point WHERE street_norm = ?1 LIMIT 1
