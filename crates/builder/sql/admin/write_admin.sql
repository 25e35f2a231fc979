INSERT INTO names
SELECT s.place, s.name, p.placetype, p.country, s.language, '', 0, 0
FROM staging.spelling AS s JOIN staging.place AS p ON p.id = s.place
WHERE s.language IS NOT NULL AND p.answers_reverse ORDER BY s.place, s.rowid;
INSERT INTO concordances
SELECT DISTINCT c.place, c.other, c.source, 0
FROM staging.concordance AS c JOIN staging.place AS p ON p.id = c.place WHERE p.answers_reverse ORDER BY 1, 3, 2;
-- A settlement's chain is its parent's and `spr.parent_id`; half a million rows would repeat it.
WITH RECURSIVE chain (id, above, depth) AS (
  SELECT id, parent, 1 FROM staging.place
  WHERE answers_reverse AND parent IS NOT NULL AND placetype NOT IN ('locality', 'neighbourhood', 'landmark', 'airport', 'natural_feature', 'island', 'informal_region')
  UNION ALL
  SELECT c.id, p.parent, c.depth + 1 FROM chain AS c JOIN staging.place AS p ON p.id = c.above
  WHERE p.parent IS NOT NULL AND c.depth < 8
)
INSERT INTO ancestors
SELECT c.id, c.above, p.placetype, 0 FROM chain AS c JOIN staging.place AS p ON p.id = c.above ORDER BY c.id, c.depth;
