/** Flags that several commands have. */
import { availableParallelism } from 'node:os'

import { type Command, InvalidArgumentError, Option } from 'commander'

import { LOG_LEVELS } from '../http/observability/logging.js'
import { withConfig } from './config-file.js'
import type { EmitOptions } from './emit-openapi.js'

/** Adds what every `serve` command has; `port` is the surface's own. */
export function withServeFlags(command: Command, port: number): Command {
  return withConfig(command)
    .option('--port <number>', 'port to listen on; 0 picks a free one', integer(0, 65_535), port)
    .option('--host <address>', 'address to listen on', '0.0.0.0')
    .option('--cpus <number>', 'worker processes', integer(1, 1024), availableParallelism())
    .addOption(
      new Option(
        '--log-level <level>',
        'log level on standard error; info, debug and trace log every request',
      )
        .choices(LOG_LEVELS)
        .default('warn'),
    )
    .option(
      '--grace <ms>',
      'milliseconds to finish accepted requests after SIGTERM',
      integer(0, 600_000),
      10_000,
    )
    .option(
      '--trust-proxy [addresses]',
      'trust x-forwarded-* of anyone, or of these addresses and networks, comma-separated',
    )
    .option('--otel', 'send traces and metrics by OpenTelemetry, set up by OTEL_* variables')
}

/** Adds the gazetteer, the language and the weights that a command opens. */
export function withEngineFlags(command: Command): Command {
  return command
    .option('--candidate-db <path>', 'gazetteer database to use (candidate.db)')
    .option('--locale <tag>', 'language of the parser', 'en-US')
    .option('--weights <folder>', 'weights bundle to use instead of the installed one')
}

/** Adds what the page at `/` needs for a map with streets. */
export function withTiles(command: Command): Command {
  return command
    .option('--tiles <url>', 'tile server for the map of the page at /: https://HOST/{z}/{x}/{y}.png')
    .option('--tiles-credit <text>', 'credit that the map shows for the tiles')
}

/** Adds the command `openapi`, which prints the document of the surface that the module at `url` exports. */
export function withOpenApi(parent: Command, surface: string, url: string): Command {
  parent
    .command('openapi')
    .description(`print the OpenAPI document of the ${surface} server`)
    .option('--flavor <version>', 'OpenAPI version, 3.1 or 3.0', '3.1')
    .option('--out <file>', 'write it to this file as one line of JSON')
    // Loaded on use: other commands do not need a server.
    .action(async (options: EmitOptions) => {
      const { emitOpenApi } = await import('./emit-openapi.js')
      await emitOpenApi(url, options)
    })
  return parent
}

/** A whole number in a range. */
export function integer(least: number, most: number) {
  return (text: string) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`)
    }
    return number
  }
}
