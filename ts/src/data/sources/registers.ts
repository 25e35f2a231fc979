/** The national registers, in one list. */
import { BELGIUM } from './belgium.js'
import { BRAZIL } from './brazil.js'
import { CZECHIA } from './czechia.js'
import { BERLIN } from './germany-be.js'
import { BADEN } from './germany-bw.js'
import { NORTHRHINE } from './germany-nw.js'
import { PALATINATE } from './germany-rp.js'
import { SAXONY } from './germany-sn.js'
import { THURINGIA } from './germany-th.js'
import { ITALY } from './italy.js'
import { NETHERLANDS } from './netherlands.js'
import { SLOVAKIA } from './slovakia.js'
import { SLOVENIA } from './slovenia.js'
import { SWITZERLAND } from './switzerland.js'
import type { Source } from './source.js'

export const REGISTERS: readonly Source[] = [
  BELGIUM,
  BRAZIL,
  CZECHIA,
  ITALY,
  NETHERLANDS,
  BERLIN,
  BADEN,
  NORTHRHINE,
  PALATINATE,
  SAXONY,
  THURINGIA,
  SLOVAKIA,
  SLOVENIA,
  SWITZERLAND,
]
