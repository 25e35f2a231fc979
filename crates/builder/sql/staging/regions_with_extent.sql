-- First-level divisions with their own extent, else that of the places under their code.
WITH here (code, south, west, north, east) AS (
  SELECT substr(codes, 1, 3) || CASE instr(substr(codes, 4), '.')
         WHEN 0 THEN substr(codes, 4) ELSE substr(codes, 4, instr(substr(codes, 4), '.') - 1) END AS code,
         min(lat), min(lon), max(lat), max(lon)
  FROM place WHERE length(codes) > 3 AND placetype NOT IN ('region', 'dependency') GROUP BY 1
)
SELECT r.id, r.country, coalesce(r.south, h.south), coalesce(r.west, h.west), coalesce(r.north, h.north), coalesce(r.east, h.east)
FROM place AS r LEFT JOIN code AS c ON c.place = r.id LEFT JOIN here AS h ON h.code = c.code
WHERE r.placetype IN ('region', 'dependency') AND coalesce(r.south, h.south) IS NOT NULL
ORDER BY r.id
