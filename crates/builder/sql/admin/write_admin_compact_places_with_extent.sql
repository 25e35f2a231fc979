-- Places with an extent.
INSERT INTO place
SELECT p.id, coalesce(p.parent, -1), p.name, (SELECT t.id FROM placetype_codes AS t WHERE t.placetype = iif(p.placetype = 'district', 'county', p.placetype)), p.country,
       unit(p.lat), unit(p.lon), p.population,
       unit(p.south), unit(p.west), unit(p.north), unit(p.east)
FROM staging.place AS p WHERE p.answers_reverse AND p.south IS NOT NULL ORDER BY p.id
