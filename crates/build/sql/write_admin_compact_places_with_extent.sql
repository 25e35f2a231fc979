-- The inhabitants of an area (ids from 390 to 400 million) only rank it.
INSERT INTO place
SELECT p.id, coalesce(p.parent, -1), p.name, (SELECT t.id FROM placetype_codes AS t WHERE t.placetype = p.placetype), p.country,
       unit(p.lat), unit(p.lon), iif(p.id BETWEEN 390000000 AND 399999999, 0, p.population),
       unit(p.south), unit(p.west), unit(p.north), unit(p.east)
FROM staging.place AS p WHERE p.answers_reverse AND p.south IS NOT NULL ORDER BY p.id
