/** The national registers, in one list. */
import { BELGIUM } from './belgium.js'
import { BRAZIL } from './brazil.js'
import { CZECHIA } from './czechia.js'
import { NORTHRHINE } from './germany-nw.js'
import { SAXONY } from './germany-sn.js'
import { ITALY } from './italy.js'
import { NETHERLANDS } from './netherlands.js'
import { SLOVENIA } from './slovenia.js'
import { SWITZERLAND } from './switzerland.js'
import type { Source } from './source.js'

export const REGISTERS: readonly Source[] = [
  BELGIUM,
  BRAZIL,
  CZECHIA,
  ITALY,
  NETHERLANDS,
  NORTHRHINE,
  SAXONY,
  SLOVENIA,
  SWITZERLAND,
]
