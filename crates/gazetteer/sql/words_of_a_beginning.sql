SELECT DISTINCT word FROM street_word WHERE place = ?1 AND word >= ?2 AND word < ?3 LIMIT ?4
