SELECT 1 FROM poi_alias WHERE name_key = ?1 LIMIT 1
