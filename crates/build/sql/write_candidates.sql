-- Rows go in by the clustered key, so that the file is written once, front to back.
INSERT INTO candidate
SELECT k.key, c.id, p.region, t.id, neg_rank(p.population), p.id, p.name, p.lat, p.lon, p.south, p.west, p.north, p.east,
       p.population, max(k.is_primary), NULL, NULL
FROM staging.name_key AS k
JOIN staging.place AS p ON p.id = k.place
JOIN country_codes AS c ON c.code = p.country
JOIN placetype_codes AS t ON t.placetype = p.placetype
GROUP BY k.key, c.id, p.region, t.id, p.population, p.id
ORDER BY k.key, c.id, p.region, t.id, p.population DESC, p.id
