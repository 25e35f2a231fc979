-- The next street of one postcode in the order of keys: a seek of the index, however many points lie between.
SELECT min(street_key) FROM address_point WHERE postcode = ?1 AND street_key > ?2
