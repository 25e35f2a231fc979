-- The direct parent of each place.
SELECT spr_id, parent_spr_id FROM candidate_ancestor WHERE depth = 1
