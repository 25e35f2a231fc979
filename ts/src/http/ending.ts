/** Which events end a process in order; the rest end it at once. */

/**
 * What `close-with-grace` is told to leave alone. Faults of the machine code among the signals it would otherwise take: a handler
 * in JavaScript never runs for them, the faulty instruction is tried again, and the process would compute for ever instead of
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
