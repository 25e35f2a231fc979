SELECT street FROM street_word WHERE place = ?1 AND word = ?2 LIMIT ?3
