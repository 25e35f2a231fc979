/**
 * The processes that serve one surface, as each of them sees the others: a question to all workers, answered by each. Metrics
 * add up and a reload reaches everyone through it.
 */
import type { Answer, FromPrimary, FromWorker } from './messages.js'

/** All workers of a surface, this one included. */
export interface Workers {
  /** Answers `topic` in this process. */
  answer: (topic: string, handler: (question: unknown) => unknown) => void
  /** Asks every serving worker and waits for each; one that dies meanwhile is left out. */
  askAll: (topic: string, question?: unknown) => Promise<Answer[]>
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

/** A process that serves alone. */
export function onlyWorker(): Workers {
  const handlers: Handlers = new Map()
  return {
    answer: (topic, handler) => void handlers.set(topic, handler),
    askAll: async (topic, question) => [await answerTo(handlers, topic, question)],
  }
}

/** A worker below a primary, which passes questions on. */
export function workerOfMany(send: (message: FromWorker) => void): Workers & {
  receive: (message: FromPrimary) => void
} {
  const handlers: Handlers = new Map()
  const waiting = new Map<number, (answers: Answer[]) => void>()
  let asked = 0
  return {
    answer: (topic, handler) => void handlers.set(topic, handler),
    askAll: (topic, question) =>
      new Promise((resolve) => {
        asked += 1
        waiting.set(asked, resolve)
        send({ kind: 'ask', id: asked, topic, question })
      }),
    receive: (message) => {
      if (message.kind === 'question') {
        const { id, topic, question } = message
        void answerTo(handlers, topic, question).then((answer) => {
          send({ kind: 'answer', id, answer })
        })
      } else if (message.kind === 'answers') {
        waiting.get(message.id)?.(message.answers)
        waiting.delete(message.id)
      }
    },
  }
}
