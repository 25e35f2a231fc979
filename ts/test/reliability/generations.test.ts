/** Which data the workers of a primary serve, with workers that start in the middle of a reload. */
import type { Worker } from 'node:cluster'

import { beforeEach, describe, expect, test } from 'vitest'

import { Generations } from '../../src/http/workers/generations.js'
import type { FromPrimary, FromWorker } from '../../src/http/workers/messages.js'
import { Questions } from '../../src/http/workers/questions.js'
import { workerOfMany } from '../../src/http/workers/workers.js'

let disk: string
let questions: Questions
let generations: Generations

beforeEach(() => {
  disk = 'old'
  questions = new Questions()
  generations = new Generations(questions)
})

/** Where a worker's opening of new data is held up. */
const NOWHERE = Promise.resolve()

/** A worker that has opened what is on the disk, and does not accept connections yet. Messages arrive later, as between processes. */
function startWorker(heldUp: Promise<void> = NOWHERE) {
  const self = { isConnected: () => true, process: { pid: 1 } }
  const from = self as unknown as Worker
  const workers = workerOfMany((message: FromWorker) => {
    setImmediate(() => {
      if (message.kind === 'join') generations.join(from, message.generation)
      if (message.kind === 'answer') questions.answer(message.id, message.answer, from)
      if (message.kind === 'reload')
        void generations.reload().then((outcome) => {
          workers.receive({ kind: 'answers', id: message.id, answers: [outcome] })
        })
    })
  }, generations.newest)
  Object.assign(self, {
    send: (message: FromPrimary) => {
      setImmediate(() => {
        workers.receive(message)
      })
    },
  })
  let [serves, next] = [disk, disk]
  workers.joinReloads({
    open: async () => {
      if (disk === 'damaged') throw new Error('cannot open it')
      next = disk
      await heldUp
    },
    use: () => {
      serves = next
    },
    drop: () => undefined,
  })
  return { ...workers, serves: () => `${serves} as ${String(workers.generation())}` }
}

describe('a worker that starts', () => {
  test('takes the data of a reload that ended before it joined', async () => {
    const first = startWorker()
    await first.catchUp()
    const second = startWorker()
    disk = 'new'
    await first.reloadAll()
    await second.catchUp()
    expect([first.serves(), second.serves()]).toEqual(['new as 1', 'new as 1'])
  })

  test('waits for a reload under way, and takes its data', async () => {
    let goOn: () => void = () => undefined
    const first = startWorker(
      new Promise((resolve) => {
        goOn = resolve
      }),
    )
    await first.catchUp()
    const second = startWorker()
    disk = 'new'
    const reloaded = first.reloadAll()
    let joined = false
    const joining = second.catchUp().then(() => {
      joined = true
    })
    for (let rounds = 0; rounds < 10; rounds += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(joined).toBe(false)
    goOn()
    await Promise.all([reloaded, joining])
    expect([first.serves(), second.serves()]).toEqual(['new as 1', 'new as 1'])
  })

  test('keeps what it opened if no reload came in between, and takes part in the next', async () => {
    const first = startWorker()
    await first.catchUp()
    disk = 'new'
    await first.reloadAll()
    const second = startWorker()
    await second.catchUp()
    expect(second.serves()).toBe('new as 1')
    disk = 'newer'
    await Promise.all([first.reloadAll(), second.reloadAll()])
    expect([first.serves(), second.serves()]).toEqual(['newer as 3', 'newer as 3'])
  })

  test('does not serve old data where the new ones cannot be opened', async () => {
    const first = startWorker()
    await first.catchUp()
    const second = startWorker()
    disk = 'new'
    await first.reloadAll()
    disk = 'damaged'
    await expect(second.catchUp()).rejects.toThrow('cannot open it')
    expect(generations.members.size).toBe(1)
  })
})

test('data that one worker cannot open change none, and do not count', async () => {
  const first = startWorker()
  await first.catchUp()
  disk = 'damaged'
  await expect(first.reloadAll()).rejects.toThrow('the data stay as they were: cannot open it')
  expect(first.serves()).toBe('old as 0')
  expect(generations.newest).toBe(0)
})
