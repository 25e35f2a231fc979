-- Localities in a box.
SELECT id, name, lat, lon FROM street_place WHERE NOT is_postcode AND lat BETWEEN ?1 AND ?2 AND lon BETWEEN ?3 AND ?4 LIMIT 256
