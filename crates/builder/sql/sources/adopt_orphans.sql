CREATE INDEX IF NOT EXISTS ancestor_by_place ON ancestor (place, level);
UPDATE place SET parent = (
  SELECT a.above FROM ancestor AS a JOIN place AS p ON p.id = a.above WHERE a.place = place.id ORDER BY a.level DESC LIMIT 1
)
WHERE (parent IS NULL OR parent NOT IN (SELECT id FROM place))
  AND placetype <> 'country' AND id IN (SELECT place FROM ancestor);
