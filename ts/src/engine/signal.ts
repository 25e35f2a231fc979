/** The part of an `AbortSignal` that the library uses. Spelt out, so that its types need neither those of Node.js nor those of a browser. */
export interface Signal {
  readonly aborted: boolean
  readonly reason?: unknown
  throwIfAborted: () => void
  addEventListener: (type: 'abort', listener: () => void, options?: { once?: boolean }) => void
  removeEventListener: (type: 'abort', listener: () => void) => void
}
