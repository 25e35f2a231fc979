/** The command `milepost`. Exit codes: 0 done, 1 could not be done, 2 the command line was wrong. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'

import { VERSION } from '../version.js'
import { answerLines, type AnswerOptions, answerText } from './answer.js'
import { emitOpenApi } from './emit-openapi.js'
import { serve } from './serve.js'

const program = new Command('milepost')
  .description('Address parsing and geocoding')
  .version(VERSION)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })

program
  .command('serve')
  .description('serve the native surface')
  .option('--port <number>', 'port to listen on; 0 picks a free one', integer(0, 65_535), 3000)
  .option('--host <address>', 'address to bind', '0.0.0.0')
  .option('--candidate-db <path>', 'candidate gazetteer')
  .option('--locale <tag>', 'locale of the weights', 'en-US')
  .addOption(
    new Option('--log-level <level>', 'level of the log on standard error')
      .choices(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('warn'),
  )
  .option(
    '--grace <ms>',
    'milliseconds to answer accepted requests after SIGTERM',
    integer(0, 600_000),
    10_000,
  )
  .action(serve)

for (const question of ['parse', 'geocode'] as const) {
  program
    .command(question)
    .description(`${question} an address; with - one a line from standard input, one JSON a line out`)
    .argument('<text>', 'the address, or -')
    .option('--json', 'JSON also on a terminal')
    .option('--debug', 'add the XML rendering (parse)')
    .option('--locale <tag>', 'locale of the weights', 'en-US')
    .option('--candidate-db <path>', 'candidate gazetteer (geocode)')
    .addOption(
      new Option('--input-mode <mode>', 'how complete the text is')
        .choices(['auto', 'fragmented', 'formatted'])
        .default('auto'),
    )
    .action((text: string, options: AnswerOptions) =>
      text === '-' ? answerLines(question, options) : answerText(question, text, options),
    )
}

program
  .command('openapi')
  .description('print the OpenAPI document of the native surface')
  .addOption(new Option('--flavor <version>', 'OpenAPI version').choices(['3.1', '3.0']).default('3.1'))
  .option('--out <file>', 'write it there as one line of JSON')
  .action(emitOpenApi)

function integer(least: number, most: number) {
  return (text: string) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`)
    }
    return number
  }
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    process.stderr.write(`milepost: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
