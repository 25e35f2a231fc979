-- Address points of OpenStreetMap of neighbouring cells of one row. SQLite finds the expression of the index in the table, not through
-- the view.
SELECT house.rowid, street_norm, number, unit, postcode, locality_norm, street_raw, lat / 1e7, lon / 1e7
FROM house JOIN house_street ON house_street.id = house.street
WHERE CAST((lat / 1e7 + 90.0) * 1000.0 AS INTEGER) * 1000000 + CAST((lon / 1e7 + 180.0) * 1000.0 AS INTEGER) BETWEEN ?1 AND ?2
