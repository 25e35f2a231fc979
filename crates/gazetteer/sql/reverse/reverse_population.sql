SELECT population FROM place_population WHERE id = ?1
