-- Countries that have places of a kind whose key lies in a range.
SELECT DISTINCT country_id FROM candidate WHERE name_key >= ?1 AND name_key < ?2 AND placetype_id = ?3
