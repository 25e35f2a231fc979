SELECT 1 FROM poi WHERE name_key = ?1 LIMIT 1
