-- How many streets have a word.
SELECT streets FROM street_frequency WHERE word = ?1
