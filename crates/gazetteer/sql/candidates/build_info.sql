SELECT value FROM build_info WHERE key = ?1
