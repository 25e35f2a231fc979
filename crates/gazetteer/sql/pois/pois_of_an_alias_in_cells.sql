-- Points of interest that have another name.
SELECT name, category_id, brand_wikidata, latitude, longitude, country, confidence, gers_id, poi.rowid
FROM poi_alias JOIN poi ON poi.rowid = poi_alias.poi
WHERE poi_alias.name_key = ?1 AND poi_alias.cell BETWEEN ?2 AND ?3
