-- Places of one name, any country: a range of the clustered key.
SELECT c.spr_id, c.name, p.placetype, k.code, c.region_id, c.latitude, c.longitude,
       c.min_lat, c.min_lon, c.max_lat, c.max_lon, c.population, c.is_primary
FROM candidate AS c
JOIN placetype_codes AS p ON p.id = c.placetype_id
JOIN country_codes AS k ON k.id = c.country_id
WHERE c.name_key = ?1
