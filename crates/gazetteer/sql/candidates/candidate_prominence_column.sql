-- How well a landmark, an island or another place without inhabitants is known: as well as a city with so many; null for ordinary places.
ALTER TABLE candidate ADD COLUMN prominence INTEGER;
