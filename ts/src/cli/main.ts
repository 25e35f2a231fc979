/** The command `milepost`. Exit codes: 0 done, 1 failed, 2 wrong command line, 130 ended by Ctrl-C. */
import { Command, CommanderError, Option } from 'commander'

import { VERSION } from '../version.js'
import { answerLines, type AnswerOptions, answerText, PARSE_FORMATS, type Question } from './answer.js'
import { addBuild } from './build.js'
import { addBulk } from './bulk.js'
import { addData } from './data.js'
import { addDoctor } from './doctor.js'
import { addDropIn, DROP_INS } from './drop-ins.js'
import { integer, withOpenApi, withServeFlags, withTiles } from './flags.js'
import type { FormatFlags } from './format.js'
import { withGeocodeFlags } from './geocode-flags.js'
import { Interrupted } from './interruption.js'
import { NATIVE_SURFACE, serveNative } from './serve.js'
import type { NativeOptions } from '../surfaces/native/surface.js'
import { tryIt } from './try.js'

const program = new Command('milepost')
  .description('Address parsing and geocoding')
  .version(VERSION)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })

withTiles(withServeFlags(program.command('serve').description('serve the native surface'), 3000))
  .option('--candidate-db <path>', 'candidate gazetteer')
  .option('--locale <tag>', 'locale of the weights', 'en-US')
  .option('--weights <folder>', 'weights bundle in place of the installed one')
  .option('--cors', 'let pages of any origin call')
  .option('--bulk', 'serve /v1/bulk, which takes tables of any length')
  .option('--admin-port <number>', 'serve /v1/reload there and not on the public port', integer(0, 65_535))
  .option('--admin-host <address>', 'address of the admin port', '127.0.0.1')
  .action(async (options: NativeOptions) => {
    await serveNative(options)
  })

withTiles(
  program.command('try').description('open the playground: a server for this machine alone, and its page'),
)
  .option('--port <number>', 'port to listen on; 0 picks a free one', integer(0, 65_535), 0)
  .option('--no-open', 'print the address and open no browser')
  .option('--candidate-db <path>', 'candidate gazetteer')
  .option('--locale <tag>', 'locale of the weights', 'en-US')
  .option('--weights <folder>', 'weights bundle in place of the installed one')
  .action(tryIt)

for (const question of ['parse', 'geocode'] as const) {
  const command = program
    .command(question)
    .description(`${question} an address; with - one a line from standard input, one JSON a line out`)
    .argument('<text>', 'the address, or -')
    .option('--json', 'JSON also on a terminal')
    .option('--debug', 'add the XML rendering (parse)')
    .addOption(new Option('--format <shape>', 'shape of the answer (parse)').choices(PARSE_FORMATS))
    .option('--locale <tag>', 'locale of the weights', 'en-US')
    .option('--weights <folder>', 'weights bundle in place of the installed one')
    .option('--candidate-db <path>', 'candidate gazetteer (geocode)')
    .addOption(
      new Option('--input-mode <mode>', 'how complete the text is')
        .choices(['auto', 'fragmented', 'formatted'])
        .default(undefined, 'auto; formatted with --format libpostal'),
    )
    .action((text: string, options: AnswerOptions) => answer(question, text, options))
  if (question === 'geocode') withGeocodeFlags(command)
}

program
  .command('expand')
  .description('write abbreviations out; with - one a line from standard input, one JSON a line out')
  .argument('<text>', 'the address, or -')
  .option('--json', 'JSON also on a terminal')
  .action((text: string, options: AnswerOptions) => answer('expand', text, options))

program
  .command('format')
  .description(
    'write components as an address, with a key to match on; with - a JSON object a line in and out',
  )
  .argument(
    '[components]',
    'JSON of the components or of the body of /v1/format, else from standard input; or -',
  )
  .option('--country <code>', 'country whose way of writing is used, for components alone')
  .option('--append-country', 'add the line of the country')
  .option('--abbreviate', 'let the template abbreviate')
  .option('--separator <text>', 'stands between lines instead of a line break')
  .option('--json', 'JSON also on a terminal')
  .action(async (text: string | undefined, options: FormatFlags) => {
    const { formatLines, formatText } = await import('./format.js')
    await (text === '-' ? formatLines(options) : formatText(text, options))
  })

addBuild(program)
addBulk(program)
withOpenApi(program, 'native', NATIVE_SURFACE)
DROP_INS.forEach((dropIn) => {
  addDropIn(program, dropIn)
})
addData(program)
addDoctor(program)

function answer(question: Question, text: string, options: AnswerOptions): Promise<void> {
  return text === '-' ? answerLines(question, options) : answerText(question, text, options)
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    process.stderr.write(`milepost: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof Interrupted ? error.exitCode : 1
  }
}
