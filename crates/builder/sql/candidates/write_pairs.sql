-- The place itself before wider names and delivery areas; the mean of its rows.
INSERT OR IGNORE INTO postal_city_candidate
SELECT name_key, postcode, place, name, unit(lat), unit(lon) FROM (
  SELECT r.name_key, r.postcode, r.place, coalesce(p.name, r.name) AS name, avg(r.lat) AS lat, avg(r.lon) AS lon,
         min(r.of_part) AS of_part, coalesce(p.population, 0) AS population
  FROM staging.pair AS r LEFT JOIN staging.place AS p ON p.id = r.place
  WHERE r.name_key <> ''
  GROUP BY r.name_key, r.postcode, r.place
)
ORDER BY name_key, postcode, of_part, population DESC, place;
