-- Postcodes or localities that begin alike, in order.
SELECT id, name, lat, lon FROM street_place WHERE is_postcode = ?1 AND sound >= ?2 AND sound < ?3 ORDER BY sound LIMIT ?4
