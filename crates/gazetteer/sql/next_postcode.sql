-- The next postcode of the shard in order: a seek of the index, however many points lie between.
SELECT min(postcode) FROM address_point WHERE postcode > ?1
