/** A data root with the starter gazetteer, four houses of Maryland and a point of interest, as the builder makes them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { EngineOptions } from '../../src/engine/engine.js'
import { COMMAND, STARTER } from './paths.js'

/** Houses in two towns, one twice, as a unit is. */
const POINTS = `number,street,unit,city,region,postcode,lat,lon
4717,Carroll Manor Rd,,Baldwin,MD,21013,39.4990,-76.5120
4717,Carroll Manor Rd,2,Baldwin,MD,21013,39.4990,-76.5120
4719,Carroll Manor Rd,,Baldwin,MD,21013,39.4995,-76.5125
30,N Calvert St,,Towson,MD,21204,39.4030,-76.6060
`

const POIS = `name,category,brand,brand_wikidata,lat,lon,country,confidence,id
Calvert Bean Counter,coffee_shop,,,39.4015,-76.6019,US,0.9,a1
Bostton Tea,tea_room,,,39.4012,-76.6030,US,0.9,a2
`

/** Builds it; some seconds. */
export function housesRoot(): EngineOptions {
  const root = mkdtempSync(join(tmpdir(), 'milepost-houses-'))
  symlinkSync(join(STARTER, 'db'), join(root, 'db'))
  mkdirSync(join(root, 'poi'))
  const build = (...args: string[]) =>
    execFileSync(process.execPath, [COMMAND, 'build', ...args], { stdio: 'pipe' })
  const [points, pois] = [join(root, 'points.csv'), join(root, 'pois.csv')]
  writeFileSync(points, POINTS)
  build('points', points, '--data-root', root)
  writeFileSync(pois, POIS)
  build('poi', pois, '--out', join(root, 'poi/poi.db'))
  return { environment: { SERVICE_DATA_ROOT: root } }
}
