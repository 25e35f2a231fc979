-- A full administrative database, attached as `base`. The unit of its coordinates is that of its view.
INSERT INTO place
SELECT s.id, s.name, s.placetype, upper(s.country), nullif(s.parent_id, -1), 0, NULL, s.latitude, s.longitude,
       s.min_latitude, s.min_longitude, s.max_latitude, s.max_longitude, coalesce(p.population, 0), 1, 0
FROM base.spr AS s LEFT JOIN base.place_population AS p ON p.id = s.id
WHERE s.is_current <> 0 AND s.is_deprecated <= 0 AND s.is_ceased <= 0 AND s.is_superseded <= 0;
INSERT INTO spelling SELECT id, language, name FROM base.names;
INSERT INTO concordance SELECT id, other_source, other_id FROM base.concordances;
INSERT INTO name_key SELECT id, replace(name_key(name), '-', ' '), 1 FROM place WHERE instr(name_key(name), '-') > 0;
INSERT INTO name_key SELECT id, name_key(name), 1 FROM place;
