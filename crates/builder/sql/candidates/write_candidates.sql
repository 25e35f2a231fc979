-- Rows of places, by the clustered key, so that the table is written front to back. A prominence ranks a place where it is more than the population.
INSERT INTO candidate
SELECT k.key, c.id, p.region, t.id, neg_rank(max(p.population, p.prominence)), p.id, p.name, unit(p.lat), unit(p.lon), p.population, max(k.is_primary)
       {columns}
FROM staging.name_key AS k
JOIN staging.place AS p ON p.id = k.place
LEFT JOIN staging.importance AS i ON i.place = p.id
JOIN country_codes AS c ON c.code = p.country
JOIN placetype_codes AS t ON t.placetype = p.placetype
WHERE {which}
GROUP BY k.key, c.id, p.region, t.id, p.id
ORDER BY k.key, c.id, p.region, t.id, max(p.population, p.prominence) DESC, p.id
