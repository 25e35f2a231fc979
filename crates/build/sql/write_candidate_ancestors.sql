-- The direct parent of each place alone: the rest of the chain is the parent's own.
INSERT INTO place_parent
SELECT p.id, p.parent FROM staging.place AS p JOIN staging.place AS a ON a.id = p.parent ORDER BY p.id;
INSERT INTO parent_place
SELECT a.id, t.id, a.name, name_key(a.name)
FROM staging.place AS a JOIN placetype_codes AS t ON t.placetype = a.placetype
WHERE a.id IN (SELECT parent_spr_id FROM place_parent)
ORDER BY a.id;
