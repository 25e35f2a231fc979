/** Which events shut a process down in order; all others end it at once. */

/**
 * Signals that `close-with-grace` must leave alone: faults of machine code. A handler
 * in JavaScript never runs for them; the faulty instruction is tried again, and the process would run for ever instead of
 * dying and being replaced.
 */
export const LEFT_ALONE = [
  'beforeExit',
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGABRT',
] as const
