-- Object of OpenStreetMap that a place was merged with: `R1155955`.
SELECT other_id FROM concordances WHERE id = ?1 AND other_source = 'osm' LIMIT 1
