/** Messages between primary and workers. */

/** The answer of one worker; values travel as JSON. */
export type Answer = { value: unknown } | { error: string }

/** Topic: open the data on disk beside those in use. */
export const OPEN = 'generation:open'
/** Topic: use what was opened, as the generation of this number. */
export const USE = 'generation:use'
/** Topic: close what was opened, unused. */
export const DROP = 'generation:drop'

/** The ports of a server, which the primary opens. */
export type PortName = 'public' | 'admin'

/** A worker can take connections, of the admin port too if it has `admin` routes; `lines` are for the person who starts the server. */
export interface WorkerReady {
  kind: 'ready'
  admin: boolean
  lines: string[]
}

/** From a worker to its primary. */
export type FromWorker =
  | WorkerReady
  /** It has taken the connection that it was given. */
  | { kind: 'taken' }
  /** A line for a person, from a serving worker. */
  | { kind: 'says'; line: string }
  /** It cannot serve, and why in one line. */
  | { kind: 'failed'; reason: string }
  /** It is about to end, and waits for `drain`. */
  | { kind: 'leaving' }
  /** A question to all workers. */
  | { kind: 'ask'; id: number; topic: string; question: unknown }
  /** The answer to a `question`. */
  | { kind: 'answer'; id: number; answer: Answer }
  /** It has opened this generation of the data, and is about to accept connections. */
  | { kind: 'join'; generation: number }
  /** All workers should switch to the data on disk; answered by `answers`. */
  | { kind: 'reload'; id: number }

/** From the primary to a worker. */
export type FromPrimary =
  /** A question from some worker. */
  | { kind: 'question'; id: number; topic: string; question: unknown }
  /** All answers to what this worker asked. */
  | { kind: 'answers'; id: number; answers: Answer[] }
  /** The newest generation, for a worker that joins. One that has it may accept connections; any other opens the data again. */
  | { kind: 'newest'; generation: number }
  /** A connection to this port; the socket comes with the message. */
  | { kind: 'connection'; port: PortName }
  /** No connection comes any more: answer what came, then end. */
  | { kind: 'drain' }
