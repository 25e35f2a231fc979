/** What primary and workers say to each other. */

/** What one worker answered; values travel as JSON. */
export type Answer = { value: unknown } | { error: string }

/** From a worker to its primary. */
export type FromWorker =
  /** It listens; `lines` are what a person who starts the server reads. */
  | { kind: 'ready'; url: string; lines: string[] }
  /** Something a person should read, found out since it serves. */
  | { kind: 'says'; line: string }
  /** It cannot serve, and why in one line. */
  | { kind: 'failed'; reason: string }
  /** It accepts nothing any more. */
  | { kind: 'stopped' }
  /** A question to all workers. */
  | { kind: 'ask'; id: number; topic: string; question: unknown }
  /** The answer to a `question`. */
  | { kind: 'answer'; id: number; answer: Answer }

/** From the primary to a worker. */
export type FromPrimary =
  /** A question some worker asked. */
  | { kind: 'question'; id: number; topic: string; question: unknown }
  /** All answers to what this worker asked. */
  | { kind: 'answers'; id: number; answers: Answer[] }
  /** Accept nothing any more. */
  | { kind: 'stop' }
  /** Answer what was accepted, then end. */
  | { kind: 'drain' }
