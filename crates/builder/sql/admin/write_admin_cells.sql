-- Cells of places without an extent, in order, so that the table is written front to back.
INSERT INTO place_cell SELECT cell(latitude, longitude), id FROM place WHERE min_latitude IS NULL ORDER BY 1, 2
