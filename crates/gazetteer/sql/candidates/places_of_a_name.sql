-- Places of one name, any country: a range of the clustered key.
SELECT c.spr_id, c.name, c.placetype_id, c.country_id, c.region_id, c.latitude, c.longitude,
       c.min_lat, c.min_lon, c.max_lat, c.max_lon, c.population, c.is_primary, c.prominence, c.importance
FROM candidate AS c
WHERE c.name_key = ?1
