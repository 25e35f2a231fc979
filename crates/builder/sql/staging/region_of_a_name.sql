-- The first-level division of a country that is known under a key; its own name comes first.
SELECT p.id FROM name_key AS k JOIN place AS p ON p.id = k.place
WHERE k.key = ?1 AND p.country = ?2 AND p.placetype IN ('region', 'dependency')
ORDER BY k.is_primary DESC, p.population DESC LIMIT 1
