-- Names that share trigrams with a mistyped one, those that share most first.
SELECT name_key FROM candidate_fts WHERE candidate_fts MATCH ?1 ORDER BY rank LIMIT 40
