-- Ranges between neighbouring address points of one street and parity. The line runs from point to point, so it is the
-- side itself. Points farther apart than a block (0.004 degrees, about 400 m) do not form a range.
INSERT INTO temp.incoming
SELECT street_key, '', number, next_number, number, next_number,
       CASE number % 2 WHEN 1 THEN 'odd' ELSE 'even' END, postcode, NULL, street_raw,
       '[[' || lon || ',' || lat || '],[' || next_lon || ',' || next_lat || ']]', ?1, ?2, NULL, ?3
FROM (
  SELECT *,
         lead(number) OVER street AS next_number,
         lead(lat) OVER street AS next_lat,
         lead(lon) OVER street AS next_lon
  FROM (SELECT street_key, number, postcode, locality, min(street_raw) AS street_raw, round(avg(lat), 6) AS lat, round(avg(lon), 6) AS lon
        FROM temp.points GROUP BY street_key, postcode, locality, number)
  WINDOW street AS (PARTITION BY street_key, postcode, locality, number % 2 ORDER BY number)
)
WHERE next_number > number AND abs(next_lat - lat) < 0.004 AND abs(next_lon - lon) < 0.004
