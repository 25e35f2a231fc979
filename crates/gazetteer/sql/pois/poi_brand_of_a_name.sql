SELECT name, wikidata FROM poi_brand WHERE brand_key = ?1
