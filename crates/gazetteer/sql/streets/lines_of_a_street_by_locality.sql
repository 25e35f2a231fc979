-- Lines of a street in a locality.
SELECT line FROM street_line WHERE street_norm = ?1 AND locality_norm = ?2 LIMIT 2000
