-- The next street of the shard in the order of names: a seek of the index, however many points lie between.
SELECT min(street_norm) FROM address_point WHERE street_norm > ?1
