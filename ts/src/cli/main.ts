/** The command `milepost`. Exit codes: 0 done, 1 failed, 2 wrong command line, 130 ended by Ctrl-C. */
import { Command, CommanderError, Option } from 'commander'

import { VERSION } from '../version.js'
import { answerLines, type AnswerOptions, answerText, PARSE_FORMATS, type Question } from './addresses.js'
import { addBuild } from './build.js'
import { addTables } from './bulk.js'
import { addData } from './data.js'
import { addDoctor } from './doctor.js'
import { addDropIn, DROP_INS } from './drop-ins.js'
import { integer, withEngineFlags, withOpenApi, withServeFlags, withTiles } from './flags.js'
import type { CompareFlags } from './compare.js'
import type { FormatFlags } from './format.js'
import { languages, latitude, longitude, withCountryHint, withGeocodeFlags } from './geocode-flags.js'
import type { McpFlags } from './mcp.js'
import type { ReverseOptions } from './reverse.js'
import { Interrupted } from '../terminal/interruption.js'
import { LostOutput, print, printed } from '../terminal/output.js'
import { NATIVE_SURFACE, serveNative } from './serve.js'
import type { NativeOptions } from '../surfaces/native/surface.js'
import { tryIt } from './try.js'

const program = new Command('milepost')
  .description('Parse and geocode postal addresses')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ writeOut: (text) => void print(text) })
  .configureHelp({ showGlobalOptions: true })

withEngineFlags(
  withTiles(withServeFlags(program.command('serve').description('start the HTTP server'), 3000)),
)
  .option('--cors', 'allow requests from web pages of any origin')
  .option('--bulk', 'serve /v1/bulk, for tables of any length')
  .option('--admin-port <number>', 'serve /v1/reload on this port only', integer(0, 65_535))
  .option('--admin-host <address>', 'address that the admin port listens on', '127.0.0.1')
  .action(async (options: NativeOptions) => {
    await serveNative(options)
  })

withEngineFlags(
  withTiles(program.command('try').description('open the playground in your browser, for this machine only'))
    .option('--port <number>', 'port to listen on; 0 picks a free one', integer(0, 65_535), 0)
    .option('--no-open', 'print the address and do not open a browser')
    .option('--bulk', 'allow tables of 200,000 rows instead of 20,000'),
).action(tryIt)

// Each takes the flags of the other and lists only its own, so that one script can call both.
for (const question of ['parse', 'geocode'] as const) {
  const command = program
    .command(question)
    .description(`${question} an address; - reads one per line and writes one JSON per line`)
    .argument('<text>', 'the address, or - for standard input')
    .option('--json', 'write JSON on a terminal too')
    .addOption(new Option('--debug', 'add the XML rendering').hideHelp(question !== 'parse'))
    .addOption(
      new Option('--format <shape>', 'format of the answer')
        .choices(PARSE_FORMATS)
        .hideHelp(question !== 'parse'),
    )
    .option('--locale <tag>', 'language of the parser', 'en-US')
    .option('--weights <folder>', 'weights bundle to use instead of the installed one')
    .addOption(
      new Option('--candidate-db <path>', 'gazetteer database to use (candidate.db)').hideHelp(
        question !== 'geocode',
      ),
    )
    .addOption(
      new Option('--input-mode <mode>', 'whether the text is a fragment or a whole address')
        .choices(['auto', 'fragmented', 'formatted'])
        .default(undefined, 'auto; formatted with --format libpostal'),
    )
    .action((text: string, options: AnswerOptions) => answer(question, text, options))
  if (question === 'geocode') withGeocodeFlags(command)
  else withCountryHint(command)
}

program
  .command('reverse')
  .description('find the house at a point and the places that contain it')
  .argument('<lat>', 'latitude in degrees', latitude)
  .argument('<lon>', 'longitude in degrees', longitude)
  .option('--json', 'write JSON on a terminal too')
  .option('--language <tags>', 'languages of the names in the answer: fr or fr,de', languages)
  .option('--formatted', 'add the address in the format of its country')
  .option('--candidate-db <path>', 'gazetteer database to use (candidate.db)')
  .action(async (lat: number, lon: number, options: ReverseOptions) => {
    const { answerPoint } = await import('./reverse.js')
    await answerPoint(lat, lon, options)
  })

program
  .command('expand')
  .description('write out abbreviations; - reads one address per line and writes one JSON per line')
  .argument('<text>', 'the address, or - for standard input')
  .option('--json', 'write JSON on a terminal too')
  .action((text: string, options: AnswerOptions) => answer('expand', text, options))

program
  .command('format')
  .description('write components as an address, with a key to match on; - reads and writes one JSON per line')
  .argument(
    '[components]',
    'JSON of the components or of a body of /v1/format; standard input if absent; or -',
  )
  .option('--country <code>', 'country whose format to use, if the JSON is components only')
  .option('--append-country', 'add a line with the country')
  .option('--abbreviate', 'use the abbreviations of the country')
  .option('--separator <text>', 'text between lines instead of a line break')
  .option('--json', 'write JSON on a terminal too')
  .action(async (text: string | undefined, options: FormatFlags) => {
    const { formatLines, formatText } = await import('./format.js')
    await (text === '-' ? formatLines(options) : formatText(text, options))
  })

withEngineFlags(
  program
    .command('compare')
    .description('tell whether two addresses are the same')
    .argument('<a>', 'an address')
    .argument('<b>', 'another one')
    .option('--country <code>', 'country of an address that names none')
    .option('--geocode', 'geocode both addresses, so that their distance counts'),
)
  .option('--json', 'write JSON on a terminal too')
  .action(async (a: string, b: string, flags: CompareFlags) => {
    const { compareTexts } = await import('./compare.js')
    await compareTexts(a, b, flags)
  })

withEngineFlags(
  program
    .command('mcp')
    .description(
      'serve parse, compare, geocode and reverse to an assistant by the Model Context Protocol (stdio)',
    ),
).action(async (flags: McpFlags) => {
  const { serveMcp } = await import('./mcp.js')
  await serveMcp(flags)
})

addBuild(program)
addTables(program)
withOpenApi(program, 'native', NATIVE_SURFACE)
DROP_INS.forEach((dropIn) => {
  addDropIn(program, dropIn)
})
addData(program)
addDoctor(program)

function answer(question: Question, text: string, options: AnswerOptions): Promise<void> {
  return text === '-' ? answerLines(question, options) : answerText(question, text, options)
}

/** Reports an error and sets the exit code. */
function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof LostOutput) || !error.isClosedPipe) process.stderr.write(`milepost: ${message}\n`)
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1
}

// Messages may be lost; answers may not.
process.stderr.on('error', () => undefined)
await program.parseAsync().catch(fail)
await printed().catch(fail)
