-- The next street with centroids of one locality in the order of keys: a seek of the index.
SELECT min(street_key) FROM street_centroid WHERE locality_norm = ?1 AND street_key > ?2
