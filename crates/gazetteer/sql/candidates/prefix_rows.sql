-- Every name of every place, in key order.
SELECT name_key, spr_id, name, placetype_id, country_id, region_id, latitude, longitude, min_lat, min_lon, max_lat, max_lon,
       population, is_primary, importance, prominence
FROM candidate
WHERE latitude <> 0 OR longitude <> 0
