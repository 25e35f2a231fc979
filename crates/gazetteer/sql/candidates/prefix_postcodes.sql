-- The places a postcode serves.
SELECT DISTINCT postcode, spr_id FROM postal_city_candidate
