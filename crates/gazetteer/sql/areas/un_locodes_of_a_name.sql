SELECT location, lat, lon FROM un_locode WHERE country = ?1 AND nameNorm = ?2
