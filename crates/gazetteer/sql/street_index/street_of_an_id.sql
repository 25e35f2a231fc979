-- A street of the index.
SELECT id, street_norm, street_raw, locality_norm, postcode FROM street WHERE id = ?1
