/** `milepost try`: the playground, in one command. */
import { spawn } from 'node:child_process'

import { say } from '../terminal/output.js'
import { serveNative } from './serve.js'

/** Flags of the command. */
export interface TryOptions {
  port: number
  /** Whether the browser is opened; false with `--no-open`. */
  open: boolean
  /** Whether the page sends tables to `/v1/bulk`, which takes ten times the rows. */
  bulk?: boolean
  candidateDb?: string
  locale: string
  weights?: string
  tiles?: string
  tilesCredit?: string
}

/** Serves the native surface on this machine only, prints the address of the page, and opens it if there is a desktop. */
export async function tryIt({ open, ...options }: TryOptions): Promise<void> {
  const url = await serveNative({
    ...options,
    host: '127.0.0.1',
    cpus: 1,
    grace: 1_000,
    logLevel: 'warn',
  })
  say(`${url}/`)
  if (open) openBrowser(`${url}/`)
}

/** Opens the page. A failure does not matter, because its address is printed. */
function openBrowser(url: string): void {
  const opener = openerOf(process.platform, process.env)
  if (opener === undefined) return
  const child = spawn(opener, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
}

/** The command that opens an address in the desktop's browser; undefined without a desktop. */
export function openerOf(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | undefined {
  if (platform === 'darwin') return 'open'
  const hasDesktop = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(Boolean)
  return platform === 'linux' && hasDesktop ? 'xdg-open' : undefined
}
