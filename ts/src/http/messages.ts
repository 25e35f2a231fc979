/** Messages between primary and workers. */

/** The answer of one worker; values travel as JSON. */
export type Answer = { value: unknown } | { error: string }

/** From a worker to its primary. */
export type FromWorker =
  /** It listens; `lines` are for the person who starts the server. */
  | { kind: 'ready'; url: string; lines: string[] }
  /** A line for a person, from a serving worker. */
  | { kind: 'says'; line: string }
  /** It cannot serve, and why in one line. */
  | { kind: 'failed'; reason: string }
  /** It accepts nothing more. */
  | { kind: 'stopped' }
  /** A question to all workers. */
  | { kind: 'ask'; id: number; topic: string; question: unknown }
  /** The answer to a `question`. */
  | { kind: 'answer'; id: number; answer: Answer }

/** From the primary to a worker. */
export type FromPrimary =
  /** A question from some worker. */
  | { kind: 'question'; id: number; topic: string; question: unknown }
  /** All answers to this worker's question. */
  | { kind: 'answers'; id: number; answers: Answer[] }
  /** Stop accepting. */
  | { kind: 'stop' }
  /** Answer accepted requests, then end. */
  | { kind: 'drain' }
