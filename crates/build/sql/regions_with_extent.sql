-- First-level divisions that have an extent.
SELECT id, country, south, west, north, east FROM place
WHERE placetype IN ('region', 'dependency') AND south IS NOT NULL ORDER BY id
