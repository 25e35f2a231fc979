import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['ts/test/**/*.test.ts'],
    // Long enough for a machine that is busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most files wait for a server or a clock much of the time. Vitest itself would take a worker less than there are cores: one of two.
    maxWorkers: availableParallelism(),
  },
})
