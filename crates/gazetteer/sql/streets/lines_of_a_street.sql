-- Lines of a street anywhere in the shard; the second parameter is null.
SELECT line FROM street_line WHERE street_norm = ?1 AND ?2 IS NULL LIMIT 2000
