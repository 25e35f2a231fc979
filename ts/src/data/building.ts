/** The builder as `milepost data` runs it. */
import { type Built, runBuilder } from '../engine/builder.js'

/**
 * Runs the builder; `work` is the folder it sorts in.
 * @throws Error in one sentence when it gave up; it has said why.
 */
export async function build(parameters: string[], work: string): Promise<Built> {
  // The builder sorts on the disk that was found to have room, not in the system's folder of temporary files.
  const built = await runBuilder(parameters, 'read', { SQLITE_TMPDIR: work })
  if (built.code !== 0) {
    throw new Error(
      `\`milepost build ${parameters[0] ?? ''}\` ended with ${String(built.code)}; it says why above`,
    )
  }
  return built
}
