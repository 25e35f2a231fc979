-- Streets of a place with a word or key.
SELECT street FROM street_word WHERE place = ?1 AND word = ?2 LIMIT ?3
