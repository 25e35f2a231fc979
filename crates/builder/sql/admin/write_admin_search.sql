-- Between aliases: a private-use character no name holds, so that a phrase never spans two.
INSERT INTO place_search
SELECT p.id, p.name, coalesce((SELECT group_concat(s.name, char(57344)) FROM staging.spelling AS s WHERE s.place = p.id AND s.language IS NULL), '')
FROM staging.place AS p
WHERE answers_reverse AND (placetype NOT IN ('locality', 'neighbourhood') OR population >= ?1) ORDER BY p.id
