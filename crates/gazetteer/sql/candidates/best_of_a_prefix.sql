-- The most populous of the places whose key lies in a range. The inner limit bounds the work for a single letter.
SELECT spr_id, name, placetype_id, country_id, region_id, latitude, longitude, min_lat, min_lon, max_lat, max_lon, population,
       is_primary, prominence, importance
FROM (SELECT * FROM candidate WHERE name_key >= ?1 AND name_key < ?2 LIMIT 60000)
ORDER BY neg_rank
LIMIT ?3
