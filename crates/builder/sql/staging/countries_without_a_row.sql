-- Countries of places and postcodes that no source lists: mean point, extent, population of their settlements.
WITH here (country, lat, lon, population) AS (
  SELECT country, lat, lon, CASE placetype WHEN 'locality' THEN population ELSE 0 END FROM place
  UNION ALL
  SELECT country, lat, lon, 0 FROM postal
)
SELECT country, '', avg(lat), avg(lon), min(lat), min(lon), max(lat), max(lon), sum(population)
FROM here
WHERE length(country) = 2 AND country NOT IN (SELECT code FROM code)
GROUP BY country
ORDER BY country
