/** `milepost data list | pull | status | verify`: the files of a data root and where they come from. */
import type { Command } from 'commander'

import type { Flags, PullFlags } from '../data/commands.js'

/** Loaded when one of them is called: the other commands start without it. */
const commands = () => import('../data/commands.js')

/** Adds the command group. */
export function addData(program: Command): void {
  const group = program.command('data').description('files of the data root and where they come from')
  const command = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .option('--data-root <folder>', 'the data root; default SERVICE_DATA_ROOT')
  const withSource = (added: Command) =>
    added.option('--from <url>', 'base URL of a manifest.json; default SERVICE_DATA_URL')
  withSource(command('list', 'what the source offers')).action(async (flags: Flags) => {
    await (await commands()).list(flags)
  })
  withSource(command('pull', 'fetch bundles'))
    .argument('<bundle...>', 'names, as `list` gives them')
    .option('--dry-run', 'print URL, size and destination, and transfer nothing')
    .option('--force', 'fetch what is there as well')
    .option('--only <text>', 'only files whose destination contains it')
    .action(async (names: string[], flags: PullFlags) => {
      await (await commands()).pull(names, flags)
    })
  command('status', 'whether what was pulled is there, by size').action(async (flags: Flags) => {
    await (await commands()).report(flags, false)
  })
  command('verify', 'whether what was pulled is there, by SHA-256').action(async (flags: Flags) => {
    await (await commands()).report(flags, true)
  })
}
