-- The next locality of the shard in the order of names: a seek of the index, however many points lie between.
SELECT min(locality_norm) FROM address_point WHERE locality_norm > ?1
