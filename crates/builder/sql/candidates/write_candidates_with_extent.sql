-- Ordinary places with an extent, in the order of the others.
INSERT INTO candidate
SELECT k.key, c.id, p.region, t.id, neg_rank(p.population), p.id, p.name, unit(p.lat), unit(p.lon), p.population, max(k.is_primary),
       unit(p.south), unit(p.west), unit(p.north), unit(p.east)
FROM staging.name_key AS k
JOIN staging.place AS p ON p.id = k.place
JOIN country_codes AS c ON c.code = p.country
JOIN placetype_codes AS t ON t.placetype = p.placetype
WHERE p.south IS NOT NULL AND p.prominence = 0 AND p.id NOT IN (SELECT place FROM staging.importance)
GROUP BY k.key, c.id, p.region, t.id, p.population, p.id
ORDER BY k.key, c.id, p.region, t.id, p.population DESC, p.id
