-- Postcodes that serve places under this name.
SELECT postcode, spr_id FROM postal_city_candidate WHERE name_key = ?1 LIMIT 400
