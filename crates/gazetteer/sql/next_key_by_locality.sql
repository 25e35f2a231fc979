-- The next street of one locality in the order of keys: a seek of the index, however many points lie between.
SELECT min(street_key) FROM address_point WHERE locality_norm = ?1 AND street_key > ?2
