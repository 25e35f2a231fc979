-- A candidate gazetteer, attached as `base`: a row a name there, a row a place here. All rows of a place say the same of it; the first counts.
INSERT INTO place
SELECT c.spr_id, c.name, t.placetype, o.code, NULL, c.region_id, NULL,
       c.latitude / {units}, c.longitude / {units}, c.min_lat / {units}, c.min_lon / {units}, c.max_lat / {units}, c.max_lon / {units},
       c.population, 0, {prominence}
FROM base.candidate AS c
JOIN base.placetype_codes AS t ON t.id = c.placetype_id
JOIN base.country_codes AS o ON o.id = c.country_id
WHERE true -- or SQLite reads the next ON as that of the join
ON CONFLICT (id) DO NOTHING;
INSERT OR IGNORE INTO importance SELECT spr_id, importance FROM base.candidate WHERE importance IS NOT NULL;
INSERT INTO name_key SELECT spr_id, name_key, is_primary FROM base.candidate;
UPDATE place SET parent = a.parent_spr_id
FROM (SELECT spr_id, parent_spr_id FROM base.candidate_ancestor WHERE depth = 1) AS a WHERE a.spr_id = place.id;
INSERT INTO pair SELECT name_key, postcode, spr_id, name, latitude / {units}, longitude / {units}, 0 FROM base.postal_city_candidate;
