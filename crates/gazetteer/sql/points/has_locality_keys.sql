-- Whether the shard has an index of streets by locality and key. Published ones have none.
SELECT 1
FROM sqlite_schema AS i
WHERE i.type = 'index' AND i.tbl_name IN ('address_point', 'house_street')
  AND (SELECT name FROM pragma_index_info(i.name) WHERE seqno = 0) = 'locality_norm'
  AND (SELECT name FROM pragma_index_info(i.name) WHERE seqno = 1) = 'street_key'
