-- Names of a place with their languages.
SELECT language, name FROM names WHERE id = ?1 ORDER BY rowid
