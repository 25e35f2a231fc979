-- Everything above a place, in no order.
SELECT ancestor_id FROM ancestors WHERE id = ?1 AND ancestor_id <> ?1
