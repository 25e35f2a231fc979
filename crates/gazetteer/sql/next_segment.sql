-- The next street with segments of the shard in the order of keys: a seek of the index.
SELECT min(street_norm) FROM street_segment WHERE street_norm > ?1
