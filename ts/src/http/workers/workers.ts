/**
 * The processes that serve one surface, as each of them sees the others: a question to all workers, answered by each, and the data that
 * all of them serve from.
 */
import { type Answer, DROP, type FromPrimary, type FromWorker, OPEN, USE } from './messages.js'

/** How a process replaces its data, in two steps, so that all workers switch or none does. */
export interface Reloading {
  /** Opens the data on disk beside those in use. Throws if they cannot be opened. */
  open: () => void | Promise<void>
  /** Uses what was opened. */
  use: () => void
  /** Closes what was opened, unused. */
  drop: () => void
}

/** All workers of a surface, this one included. */
export interface Workers {
  /** Answers `topic` in this process. */
  answer: (topic: string, handler: (question: unknown) => unknown) => void
  /** Asks every serving worker and waits for each; one that dies meanwhile is left out. */
  askAll: (topic: string, question?: unknown) => Promise<Answer[]>
  /** Takes part in reloads. */
  joinReloads: (reloading: Reloading) => void
  /**
   * Switches all workers to the data on disk; returns when every worker that accepts connections serves them.
   * @throws Error with a sentence. If all keep the data they have, its `cause` is the reason of the worker that cannot open the new ones.
   */
  reloadAll: () => Promise<void>
  /** The generation of the data that this process serves: 0 at the start, and one more after each reload. */
  generation: () => number
  /** Takes the newest generation, which a reload may have made while this process started. Called before it accepts connections. */
  catchUp: () => Promise<void>
}

/** The values among answers. */
export function answered<T>(answers: Answer[]): T[] {
  return answers.flatMap((answer) => ('value' in answer ? [answer.value as T] : []))
}

/** The errors among answers. */
export function refused(answers: Answer[]): string[] {
  return answers.flatMap((answer) => ('error' in answer ? [answer.error] : []))
}

type Handlers = Map<string, (question: unknown) => unknown>

async function answerTo(handlers: Handlers, topic: string, question: unknown): Promise<Answer> {
  try {
    return { value: await handlers.get(topic)?.(question) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function checkReload(outcome: Answer): void {
  if ('error' in outcome) {
    throw new Error(`the data stay as they were: ${outcome.error}`, { cause: outcome.error })
  }
  if (typeof outcome.value === 'string')
    throw new Error(`not every worker serves the new data: ${outcome.value}`)
}

/** A process that serves alone. */
export function onlyWorker(): Workers {
  const handlers: Handlers = new Map()
  let generation = 0
  return {
    answer: (topic, handler) => void handlers.set(topic, handler),
    askAll: async (topic, question) => [await answerTo(handlers, topic, question)],
    joinReloads: (own) => {
      handlers.set(OPEN, own.open)
      handlers.set(USE, own.use)
    },
    reloadAll: async () => {
      checkReload(await answerTo(handlers, OPEN, undefined))
      generation += 1
      checkReload(await answerTo(handlers, USE, generation))
    },
    generation: () => generation,
    catchUp: () => Promise.resolve(),
  }
}

/** Questions of this process to all workers, which its primary answers by their numbers. */
function numberedQuestions(send: (message: FromWorker) => void) {
  const waiting = new Map<number, (answers: Answer[]) => void>()
  let asked = 0
  return {
    ask: (question: (id: number) => FromWorker) =>
      new Promise<Answer[]>((resolve) => {
        asked += 1
        waiting.set(asked, resolve)
        send(question(asked))
      }),
    settle: (id: number, answers: Answer[]) => {
      waiting.get(id)?.(answers)
      waiting.delete(id)
    },
  }
}

/**
 * A worker below a primary, which passes questions on. `generation` is the newest when this process was started: the data that it opens
 * are at least as new.
 */
export function workerOfMany(
  send: (message: FromWorker) => void,
  generation: number,
): Workers & {
  receive: (message: FromPrimary) => void
} {
  const handlers: Handlers = new Map()
  const { ask, settle } = numberedQuestions(send)
  let heard: (newest: number) => void = () => undefined
  const newest = () =>
    new Promise<number>((resolve) => {
      heard = resolve
      send({ kind: 'join', generation })
    })
  let reloading: Reloading | undefined
  return {
    answer: (topic, handler) => void handlers.set(topic, handler),
    askAll: (topic, question) => ask((id) => ({ kind: 'ask', id, topic, question })),
    joinReloads: (own) => {
      reloading = own
      handlers.set(OPEN, own.open)
      handlers.set(DROP, own.drop)
      handlers.set(USE, (number) => {
        own.use()
        generation = number as number
      })
    },
    reloadAll: async () => {
      const [outcome] = await ask((id) => ({ kind: 'reload', id }))
      if (outcome !== undefined) checkReload(outcome)
    },
    generation: () => generation,
    catchUp: async () => {
      for (let next = await newest(); next !== generation; next = await newest()) {
        await reloading?.open()
        reloading?.use()
        generation = next
      }
    },
    receive: (message) => {
      if (message.kind === 'question') {
        const { id, topic, question } = message
        void answerTo(handlers, topic, question).then((answer) => {
          send({ kind: 'answer', id, answer })
        })
      } else if (message.kind === 'answers') {
        settle(message.id, message.answers)
      } else if (message.kind === 'newest') {
        heard(message.generation)
      }
    },
  }
}
