-- Points of interest that have another name, the surest first.
SELECT name, category_id, brand_wikidata, latitude, longitude, country, confidence, gers_id, poi.rowid
FROM poi_alias JOIN poi ON poi.rowid = poi_alias.poi
WHERE poi_alias.name_key = ?1 ORDER BY confidence DESC, poi_alias.cell LIMIT ?2
