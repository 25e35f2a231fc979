-- `same` lists places to give up (old) for others (new): names, children, inhabitants and prominence move over.
UPDATE name_key SET place = s.new, is_primary = 0 FROM same AS s WHERE name_key.place = s.old;
UPDATE spelling SET place = s.new FROM same AS s WHERE spelling.place = s.old;
UPDATE place SET parent = s.new FROM same AS s WHERE place.parent = s.old;
UPDATE code SET place = s.new FROM same AS s WHERE code.place = s.old;
UPDATE pair SET place = s.new FROM same AS s WHERE pair.place = s.old;
UPDATE place SET population = o.population
FROM same AS s JOIN place AS o ON o.id = s.old
WHERE place.id = s.new AND place.population = 0;
UPDATE place SET prominence = max(place.prominence, o.prominence)
FROM same AS s JOIN place AS o ON o.id = s.old WHERE place.id = s.new;
DELETE FROM place WHERE id IN (SELECT old FROM same);
DROP TABLE same;
