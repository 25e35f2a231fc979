-- A place by its id, where its point lies in a window.
SELECT id, parent_id FROM spr
WHERE id = ?1 AND latitude BETWEEN ?2 AND ?3 AND longitude BETWEEN ?4 AND ?5
