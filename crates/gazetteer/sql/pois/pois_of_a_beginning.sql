-- Points of interest whose name begins so, in the order of names: the beginning, the first text behind all of them.
SELECT name, category_id, brand_wikidata, latitude, longitude, country, confidence, gers_id, rowid
FROM poi WHERE name_key >= ?1 AND name_key < ?2 LIMIT 512
