-- The direct parent of each place alone: the rest of the chain is the parent's own.
INSERT INTO candidate_ancestor
SELECT p.id, 1, a.id, t.id, a.name, name_key(a.name)
FROM staging.place AS p
JOIN staging.place AS a ON a.id = p.parent
JOIN placetype_codes AS t ON t.placetype = a.placetype
ORDER BY p.id
