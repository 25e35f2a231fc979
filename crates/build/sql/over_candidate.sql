-- A candidate gazetteer, attached as `base`: a row a name there, a row a place here.
INSERT INTO place
SELECT c.spr_id, max(c.name), max(t.placetype), max(o.code), NULL, max(c.region_id), NULL,
       max(c.latitude) / {units}, max(c.longitude) / {units},
       max(c.min_lat) / {units}, max(c.min_lon) / {units}, max(c.max_lat) / {units}, max(c.max_lon) / {units},
       max(c.population), 0
FROM base.candidate AS c
JOIN base.placetype_codes AS t ON t.id = c.placetype_id
JOIN base.country_codes AS o ON o.id = c.country_id
GROUP BY c.spr_id;
INSERT INTO name_key SELECT spr_id, name_key, is_primary FROM base.candidate;
UPDATE place SET parent = a.parent_spr_id
FROM (SELECT spr_id, parent_spr_id FROM base.candidate_ancestor WHERE depth = 1) AS a WHERE a.spr_id = place.id;
INSERT INTO pair SELECT name_key, postcode, spr_id, name, latitude / {units}, longitude / {units}, 0 FROM base.postal_city_candidate;
