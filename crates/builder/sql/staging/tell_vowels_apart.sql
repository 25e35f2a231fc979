-- Names in the scripts of India and South-East Asia that are one without their vowel signs, which the key of a name leaves out as published databases do.
CREATE TEMP TABLE with_vowels AS
SELECT name_key(name) AS key, name_key_with_vowels(name) AS vowels, place FROM spelling WHERE name_key_with_vowels(name) IS NOT NULL;
-- Names with a key in common that differ in their vowel signs and are those of several places get their own keys too.
CREATE INDEX with_vowels_by_key ON with_vowels (key);
INSERT INTO name_key
SELECT DISTINCT w.place, w.vowels, 0
FROM with_vowels AS w
WHERE EXISTS (
  SELECT 1 FROM with_vowels AS o WHERE o.key = w.key AND o.vowels <> w.vowels AND o.place <> w.place
);
DROP TABLE with_vowels;
