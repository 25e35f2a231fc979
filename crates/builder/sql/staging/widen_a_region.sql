-- A region reaches as far as what another source has in it.
UPDATE place SET south = min(coalesce(south, lat), ?2), west = min(coalesce(west, lon), ?3),
                 north = max(coalesce(north, lat), ?4), east = max(coalesce(east, lon), ?5)
WHERE id = ?1
