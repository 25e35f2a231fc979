SELECT streets FROM street_frequency WHERE word = ?1
