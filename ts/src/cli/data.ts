/** `milepost data`: the files of a data root and where they come from. */
import type { Command } from 'commander'

import type { AddFlags } from '../data/add.js'
import type { Flags, PullFlags } from '../data/commands.js'
import type { ListFlags } from '../data/listing.js'

/** Loaded on use, so that other commands start without it. */
const commands = () => import('../data/commands.js')

/** Adds the command group. */
export function addData(program: Command): void {
  const group = program.command('data').description('manage data sets')
  const command = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .option('--data-root <folder>', 'data root (default: SERVICE_DATA_ROOT)')
  const withSource = (added: Command) =>
    added.option('--from <url>', 'base URL of a manifest.json (default: SERVICE_DATA_URL)')
  addByCode(command)
  withSource(command('list', 'list the data sets you can add, or what a manifest offers'))
    .argument('[code...]', 'only these codes and the codes within them')
    .option('--root <folder>', 'the same as --data-root')
    .option('--urls', 'print the addresses it downloads from')
    .option('--by-hand', 'print how to fetch elsewhere and add without a network')
    .option('--json', 'write one JSON object per line')
    .action(async (codes: string[], flags: Flags & ListFlags) => {
      const isNamed = flags.from !== undefined || (process.env['SERVICE_DATA_URL'] ?? '') !== ''
      if (isNamed) await (await commands()).list(flags)
      else await (await import('../data/listing.js')).list(codes, flags)
    })
  withSource(command('pull', 'download prebuilt files'))
    .argument('<bundle...>', 'names that `list` prints')
    .option('--dry-run', 'print URL, size and destination; download nothing')
    .option('--force', 'download files that are already there, too')
    .option('--only <text>', 'only files whose destination contains this text')
    .action(async (names: string[], flags: PullFlags) => {
      await (await commands()).pull(names, flags)
    })
  command('status', 'check pulled files by size').action(async (flags: Flags) => {
    await (await commands()).report(flags, false)
  })
  command('verify', 'check pulled files by SHA-256').action(async (flags: Flags) => {
    await (await commands()).report(flags, true)
  })
}

/** What publishers have, by code. */
function addByCode(command: (name: string, description: string) => Command): void {
  const adding = () => import('../data/add.js')
  const withPublishers = (added: Command) =>
    added
      .option('--root <folder>', 'the same as --data-root')
      .option(
        '--mirror <url>',
        'read <url>/HOST/PATH instead of https://HOST/PATH; a folder or file: URL too',
      )
      .option('--dry-run', 'print what it would do; change nothing')
  withPublishers(command('add', 'download and build data sets: fr, fr-38, us-md'))
    .argument('<code...>', 'codes that `list` prints')
    .option('--publisher <id>', 'publisher to take, if there are several')
    .option('--file <path>', 'build from this file of the publisher; download nothing')
    .option('--keep', 'keep the downloaded files')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).add(codes, flags)
    })
  withPublishers(command('update', 'download and build newer versions of what you added'))
    .argument('[code...]', 'codes to update; all if absent')
    .option('--publisher <id>', 'only data of this publisher')
    .option('--keep', 'keep the downloaded files')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).update(codes, flags)
    })
  command('remove', 'remove data sets you added')
    .argument('<code...>', 'codes to remove')
    .option(
      '--publisher <id>',
      'only data of this publisher; needed if several publishers gave the same kind',
    )
    .option('--root <folder>', 'the same as --data-root')
    .option('--dry-run', 'print what it would do; change nothing')
    .action(async (codes: string[], flags: AddFlags) => {
      await (await adding()).remove(codes, flags)
    })
  command('publish', 'write the files and the manifest that `pull` reads')
    .argument('[root]', 'data root (default: --data-root)')
    .requiredOption('--out <folder>', 'folder to write to')
    .action(async (root: string | undefined, flags: { out: string; dataRoot?: string }) => {
      await (await import('../data/publication.js')).publish(root, flags)
    })
}
