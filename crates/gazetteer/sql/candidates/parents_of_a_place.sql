-- The places above a place, nearest first, by id and the key of their main name.
SELECT parent_spr_id, parent_name_key FROM candidate_ancestor WHERE spr_id = ?1 ORDER BY depth
