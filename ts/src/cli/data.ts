/** `milepost data`: the files of a data root and where they come from. */
import type { Command } from 'commander'

import type { AddFlags } from '../data/add.js'
import type { Flags, PullFlags } from '../data/commands.js'
import type { ListFlags } from '../data/listing.js'

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
  addByCode(command)
  withSource(command('list', 'what there is: of the publishers, or of the source that is named'))
    .argument('[code...]', 'only these codes and what lies within them')
    .option('--root <folder>', 'the same as --data-root')
    .option('--urls', 'print the addresses that are asked')
    .option('--json', 'a JSON object a line')
    .action(async (codes: string[], flags: Flags & ListFlags) => {
      const isNamed = flags.from !== undefined || (process.env['SERVICE_DATA_URL'] ?? '') !== ''
      if (isNamed) await (await commands()).list(flags)
      else await (await import('../data/listing.js')).list(codes, flags)
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

/** What publishers have, by code. */
function addByCode(command: (name: string, description: string) => Command): void {
  const adding = () => import('../data/add.js')
  const withPublishers = (added: Command) =>
    added
      .option('--root <folder>', 'the same as --data-root')
      .option('--mirror <url>', 'ask <url>/HOST/PATH in place of https://HOST/PATH')
      .option('--dry-run', 'print what would be done, and change nothing')
  withPublishers(command('add', 'fetch and build what publishers have for codes: fr, fr-38, us-md'))
    .argument('<code...>', 'codes, as `list` gives them')
    .option('--publisher <id>', 'whose data where several publishers have it')
    .option('--keep', 'keep the files that were fetched')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).add(codes, flags)
    })
  withPublishers(command('update', 'fetch and build what publishers have newer of what was added'))
    .argument('[code...]', 'codes; all that were added without one')
    .option('--publisher <id>', 'only what came from this publisher')
    .option('--keep', 'keep the files that were fetched')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).update(codes, flags)
    })
  command('remove', 'take out what `add` put there')
    .argument('<code...>', 'codes that were added')
    .option(
      '--publisher <id>',
      'only what came from this publisher; needed where several have put in the same',
    )
    .option('--root <folder>', 'the same as --data-root')
    .option('--dry-run', 'print what would be done, and change nothing')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).remove(codes, flags)
    })
  command('publish', 'make the folder and the manifest that `pull` reads')
    .argument('[root]', 'the data root; default --data-root')
    .requiredOption('--out <folder>', 'folder to serve')
    .action(async (root: string | undefined, flags: { out: string; dataRoot?: string }) => {
      await (await import('../data/publication.js')).publish(root, flags)
    })
}
