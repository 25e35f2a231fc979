-- Parents are numbered by how many children they have, so that most numbers are small.
INSERT INTO parent_place
SELECT row_number() OVER (ORDER BY a.children DESC, a.id), a.id, t.id, a.name, name_key(a.name)
FROM (SELECT a.id, a.placetype, a.name, count(*) AS children
      FROM staging.place AS p JOIN staging.place AS a ON a.id = p.parent GROUP BY a.id) AS a
JOIN placetype_codes AS t ON t.placetype = a.placetype
ORDER BY 1;
CREATE TEMP TABLE number_of_parent AS SELECT spr_id, number FROM parent_place;
CREATE UNIQUE INDEX number_of_parent_by_id ON number_of_parent (spr_id, number);
-- The direct parent of each place alone: the rest of the chain is the parent's own.
INSERT INTO place_parent
SELECT p.id, n.number FROM staging.place AS p JOIN number_of_parent AS n ON n.spr_id = p.parent ORDER BY p.id;
DROP TABLE number_of_parent;
