-- One place, its box being null when it is the point itself.
SELECT id, name, placetype, country, parent_id, latitude, longitude, min_latitude, min_longitude, max_latitude, max_longitude
FROM spr WHERE id = ?1
