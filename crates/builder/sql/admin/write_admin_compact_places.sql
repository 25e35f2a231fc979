-- Places without an extent.
INSERT INTO place
SELECT p.id, coalesce(p.parent, -1), p.name, (SELECT t.id FROM placetype_codes AS t WHERE t.placetype = p.placetype), p.country,
       unit(p.lat), unit(p.lon), p.population
FROM staging.place AS p WHERE p.answers_reverse AND p.south IS NULL ORDER BY p.id
