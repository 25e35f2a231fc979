import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Long enough for a machine that is busy with something else.
  test: { include: ['ts/test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
