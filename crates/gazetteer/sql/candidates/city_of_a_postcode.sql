-- The place a postcode serves under this name.
SELECT spr_id, name, latitude, longitude FROM postal_city_candidate WHERE name_key = ?1 AND postcode = ?2
