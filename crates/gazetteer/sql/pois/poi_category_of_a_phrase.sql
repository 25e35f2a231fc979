SELECT category_id FROM poi_phrase WHERE phrase_key = ?1 ORDER BY rows DESC, category_id LIMIT 1
