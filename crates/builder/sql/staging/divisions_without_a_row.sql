-- Named divisions (?1 dots in the code) without a row, with the mean point, extent and population of the places in them.
WITH here (codes, lat, lon, population) AS (
  SELECT codes, lat, lon, CASE placetype WHEN 'locality' THEN population ELSE 0 END FROM place WHERE codes IS NOT NULL
  UNION ALL
  SELECT codes, lat, lon, 0 FROM postal
),
coded (code, lat, lon, population) AS (
  SELECT CASE ?1 WHEN 2 THEN codes
         ELSE substr(codes, 1, 3) || CASE instr(substr(codes, 4), '.')
              WHEN 0 THEN substr(codes, 4) ELSE substr(codes, 4, instr(substr(codes, 4), '.') - 1) END
         END, lat, lon, population
  FROM here
)
SELECT n.code, n.name, avg(c.lat), avg(c.lon), min(c.lat), min(c.lon), max(c.lat), max(c.lon), sum(c.population)
FROM division_name AS n JOIN coded AS c ON c.code = n.code
WHERE n.code NOT IN (SELECT code FROM code) AND length(n.code) - length(replace(n.code, '.', '')) = ?1
GROUP BY n.code
ORDER BY n.code
