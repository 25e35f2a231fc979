SELECT name, category_id, brand_wikidata, latitude, longitude, country, confidence, gers_id, rowid
FROM poi WHERE category_id = ?1 AND cell BETWEEN ?2 AND ?3
