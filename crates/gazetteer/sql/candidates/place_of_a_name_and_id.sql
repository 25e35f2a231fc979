-- The row of a place under one of its names.
SELECT spr_id, name, placetype_id, country_id, region_id, latitude, longitude, min_lat, min_lon, max_lat, max_lon, population,
       is_primary, prominence, importance
FROM candidate
WHERE name_key = ?1 AND spr_id = ?2
