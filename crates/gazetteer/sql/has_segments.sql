-- Whether a street has segments anywhere: a seek of the index.
SELECT 1 FROM street_segment WHERE street_norm = ?1 LIMIT 1
