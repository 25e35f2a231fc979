-- Places without an extent.
INSERT INTO spr
SELECT id, coalesce(parent, -1), name, placetype, country, lat, lon, population
FROM staging.place WHERE answers_reverse AND south IS NULL ORDER BY id
