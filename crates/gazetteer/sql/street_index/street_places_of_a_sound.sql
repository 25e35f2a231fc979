-- Postcodes of a key, or localities of a sound.
SELECT id, name, lat, lon FROM street_place WHERE is_postcode = ?1 AND sound = ?2 LIMIT 16
