-- Whether a locality has address points.
SELECT 1 FROM address_point WHERE locality_norm = ?1 LIMIT 1
