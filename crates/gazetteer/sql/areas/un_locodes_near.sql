SELECT location, lat, lon FROM un_locode WHERE country = ?1 AND lat BETWEEN ?2 AND ?3 AND lon BETWEEN ?4 AND ?5
