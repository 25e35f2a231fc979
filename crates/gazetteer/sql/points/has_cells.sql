-- Whether the shard has an index of cells. Published ones have none.
SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'address_point_cell'
