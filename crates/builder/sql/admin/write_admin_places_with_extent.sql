INSERT INTO spr
SELECT id, coalesce(parent, -1), name, iif(placetype = 'district', 'county', placetype), country, lat, lon, population, south, west, north, east
FROM staging.place WHERE answers_reverse AND south IS NOT NULL ORDER BY id
