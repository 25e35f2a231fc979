import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['ts/test/**/*.test.ts'],
    // Data roots of tests are large: what a run leaves in the system's temporary folder would fill the disk.
    globalSetup: ['ts/test/temporary/of-run.ts'],
    setupFiles: ['ts/test/temporary/of-file.ts'],
    // Long enough for a machine that is busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half the time of a file is waiting, for a server or a clock: so there are more workers than cores.
    maxWorkers: availableParallelism() + 3,
    // Compiled TypeScript is kept between runs, by the content of each file.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'target/vitest' },
  },
})
