SELECT key, value FROM tag WHERE id = ?1
