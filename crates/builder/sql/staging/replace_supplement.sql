-- Rows of the supplement that an addition replaces: one of the same name and type nearby, or a division of today for a former one. The addition
-- gets the names and the prominence.
CREATE TEMP TABLE same (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT OR IGNORE INTO same
SELECT s.id, min(a.id)
FROM place AS s
JOIN name_key AS l ON l.place = s.id
JOIN name_key AS k ON k.key = l.key AND (k.is_primary OR l.is_primary)
JOIN place AS a ON a.id = k.place AND a.country = s.country AND a.id >= {first}
WHERE s.id < {first} AND s.placetype IN ('landmark', 'natural_feature', 'island', 'informal_region')
  AND (a.placetype = s.placetype
       OR (s.placetype = 'informal_region' AND a.placetype IN ('macroregion', 'region', 'macrocounty', 'county')))
  AND ((a.lat BETWEEN s.south - {degrees} AND s.north + {degrees} AND a.lon BETWEEN s.west - {degrees} AND s.east + {degrees})
       OR (s.lat BETWEEN a.south AND a.north AND s.lon BETWEEN a.west AND a.east))
GROUP BY s.id;
