-- Words and keys of a place that begin alike, in order.
SELECT DISTINCT word FROM street_word WHERE place = ?1 AND word >= ?2 AND word < ?3 LIMIT ?4
