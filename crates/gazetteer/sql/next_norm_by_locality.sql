-- The next street of one locality in the order of names: a seek of the index, however many points lie between.
SELECT min(street_norm) FROM address_point WHERE locality_norm = ?1 AND street_norm > ?2
