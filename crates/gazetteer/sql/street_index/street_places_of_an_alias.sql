-- Localities with another name of a sound.
SELECT id, name, lat, lon FROM street_place WHERE id IN (SELECT place FROM street_place_alias WHERE sound = ?1) LIMIT 16
