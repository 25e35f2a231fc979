/** The builder as `milepost data` runs it. */
import { type Built, runBuilder } from '../engine/builder.js'

/**
 * Runs the builder; `work` is the folder it sorts in.
 * @throws Error in one sentence if the builder failed; it has printed the reason.
 */
export async function build(parameters: string[], work: string): Promise<Built> {
  // The builder sorts and unpacks on the disk that has room, not in the system's temporary folder.
  const built = await runBuilder(parameters, 'read', { SQLITE_TMPDIR: work, TMPDIR: work })
  if (built.code !== 0) {
    throw new Error(
      `\`milepost build ${parameters[0] ?? ''}\` ended with ${String(built.code)}; it says why above`,
    )
  }
  return built
}
