-- The chain above a place, nearest first, each parent with its own row.
SELECT c.spr_id, c.name, c.placetype_id, c.country_id, c.region_id, c.latitude, c.longitude,
       c.min_lat, c.min_lon, c.max_lat, c.max_lon, c.population, c.is_primary
FROM candidate_ancestor AS a
JOIN candidate AS c ON c.name_key = a.parent_name_key AND c.spr_id = a.parent_spr_id
WHERE a.spr_id = ?1
ORDER BY a.depth
