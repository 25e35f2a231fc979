/** `milepost build`: runs the builder that ships with the platform package, a program of its own. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

import type { Command } from 'commander'

import { findBuilder } from '../engine/addon.js'

/** Signals that end the builder and not this process before it. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Adds the command. Its flags, its help and what it checks are the builder's. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('write databases from published files; `milepost build --help` lists the kinds')
    .argument('[arguments...]', 'KIND SOURCE... --out DB')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      process.exitCode = await runBuilder(parameters)
    })
}

/**
 * Runs the builder on this terminal; its exit code, or that of the signal that ended it. It ends with this process even when that is
 * killed, which it is told by the environment: a build that goes on alone writes beside the next one.
 */
async function runBuilder(parameters: string[]): Promise<number> {
  const env = { ...process.env, MILEPOST_BUILD_PARENT: String(process.pid) }
  const builder = spawn(findBuilder(), parameters, { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals) => void builder.kill(signal)
  PASSED_ON.forEach((signal) => process.on(signal, passOn))
  try {
    return await new Promise((resolve, reject) => {
      builder.once('error', reject)
      builder.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
      })
    })
  } finally {
    PASSED_ON.forEach((signal) => process.off(signal, passOn))
  }
}
