-- Address points of a street and number in one locality; the number in up to twelve spellings.
SELECT rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat, lon
FROM address_point
WHERE locality_norm = ?1 AND street_norm = ?2 AND number IN (?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
LIMIT 64
