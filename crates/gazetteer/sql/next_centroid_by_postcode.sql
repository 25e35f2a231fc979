-- The next street with centroids of one postcode in the order of keys: a seek of the index.
SELECT min(street_key) FROM street_centroid WHERE postcode = ?1 AND street_key > ?2
