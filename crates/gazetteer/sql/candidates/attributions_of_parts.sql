-- Whose rows a shard holds, where it was put together by code (`milepost data add`).
SELECT attribution || CASE licence WHEN '' THEN '' ELSE ' (' || licence || ')' END FROM part WHERE rows > 0 ORDER BY code
