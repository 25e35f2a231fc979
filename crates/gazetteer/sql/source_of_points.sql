-- What the register calls itself; its first row speaks for all, a scan would read the whole file.
SELECT source FROM address_point LIMIT 1
