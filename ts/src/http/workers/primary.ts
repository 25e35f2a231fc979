/**
 * The primary: starts the workers, replaces those that end, passes their questions on, and ends them with itself. It
 * serves nothing and loads nothing of the server, so that it stays small. Workers also end if it is killed: Node
 * ends a worker whose channel closes.
 */
import cluster, { type Worker } from 'node:cluster'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'

import { sayListening } from '../lifecycle/announce.js'
import { LEFT_ALONE } from '../lifecycle/crash-signals.js'
import { Generations } from './generations.js'
import { Handovers } from './handover.js'
import type { Answer, FromPrimary, FromWorker } from './messages.js'
import { Questions, tell } from './questions.js'
import { untilQuiet } from '../lifecycle/accept-queue.js'
import type { ServeOptions } from '../surface.js'

/**
 * Flags of a worker's Node. The part of the heap that new objects are made in grows to 16 MiB a half under load, where a request
 * needs 20 KiB; held to 2 a worker keeps 30 MB less and computes no longer (docs/performance.md). Of the four threads that V8 starts
 * for compiling and collecting beside the main one a process of one core has use for one: 1.5 MB less.
 */
const WORKER_FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1']

/**
 * The C library gives every thread a pool of memory of its own, up to eight a core; two hold what the threads of a worker need, in 8 MB
 * less.
 */
const WORKER_ENVIRONMENT = { MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2' }

/** Milliseconds before an ended worker is replaced; doubled for each one that ended early, up to the most. */
const BACK_OFF = { least: 100, most: 10_000 }

/** Milliseconds after which a worker counts as healthy. */
const OF_AGE = 10_000

/** Milliseconds beyond the grace time for workers that run out of it to end. */
const LAST_WORDS = 1_000

/** Starts `options.cpus` workers and returns the address when all of them serve. */
export async function superviseWorkers(
  surface: string,
  asked: ServeOptions,
  say: (line: string) => void,
): Promise<string> {
  const options = { ...asked, port: asked.port === 0 ? await freePort(asked.host) : asked.port }
  const log = pino({ level: options.logLevel }, process.stderr)
  const questions = new Questions()
  const generations = new Generations(questions)
  const serving = new Set<Worker>()
  const handovers = new Handovers()
  /** Workers that reported a line: all report the same at the start, and one that repeats it found it again. */
  const saidBy = new Map<string, Set<number>>()
  const sayOnce = (line: string, worker: number) => {
    const others = saidBy.get(line)
    if (others !== undefined && !others.has(worker)) others.add(worker)
    else {
      saidBy.set(line, new Set([worker]))
      say(line)
    }
  }
  let endedYoung = 0
  let ending = false
  let started = false
  cluster.schedulingPolicy = cluster.SCHED_RR

  const allServing = new Promise<string>((resolve, reject) => {
    const fork = () => {
      cluster.setupPrimary({
        exec: fileURLToPath(new URL('./worker.js', import.meta.url)),
        args: [surface, JSON.stringify(options), String(generations.newest)],
        // Flags the primary was given come last, so that they count.
        execArgv: [...WORKER_FLAGS, ...process.execArgv],
      })
      const worker = cluster.fork(WORKER_ENVIRONMENT)
      handovers.watch(worker)
      const born = performance.now()
      let failure: string | undefined
      const answer = (id: number, answers: Answer[]) => tell(worker, { kind: 'answers', id, answers })
      worker.on('message', (message: FromWorker) => {
        switch (message.kind) {
          case 'ready':
            serving.add(worker)
            if (serving.size === 1 && !started) {
              sayListening(message.url, say)
              message.lines.forEach(say)
            }
            if (serving.size === options.cpus && !started) {
              started = true
              resolve(message.url)
            }
            break
          case 'says':
            sayOnce(message.line, worker.id)
            break
          case 'failed':
            failure = message.reason
            break
          case 'join':
            generations.join(worker, message.generation)
            break
          case 'ask': {
            const { id, topic, question } = message
            void questions.ask(topic, question, generations.members).then((answers) => answer(id, answers))
            break
          }
          case 'answer':
            questions.answer(message.id, message.answer, worker)
            break
          case 'reload':
            void generations.reload().then((outcome) => answer(message.id, [outcome]))
        }
      })
      worker.on('exit', (code, signal) => {
        serving.delete(worker)
        generations.leave(worker)
        questions.forget(worker)
        if (ending) return
        const how = failure ?? (signal ? `signal ${signal}` : `exit code ${String(code)}`)
        if (!started) {
          reject(new Error(failure ?? `a worker ended before it could serve (${how})`))
          return
        }
        endedYoung = performance.now() - born < OF_AGE ? endedYoung + 1 : 0
        const wait = Math.min(BACK_OFF.least * 2 ** Math.max(0, endedYoung - 1), BACK_OFF.most)
        log.error({ worker: worker.process.pid, reason: how, replaced_in_ms: wait }, 'worker ended')
        setTimeout(() => {
          if (!ending) fork()
        }, wait)
      })
    }
    for (let index = 0; index < options.cpus; index += 1) fork()
  })

  closeWithGrace(
    { delay: options.grace + LAST_WORDS, logger: false, skip: [...LEFT_ALONE] },
    async ({ err }) => {
      ending = true
      if (err !== undefined) log.fatal({ err }, 'ended by an error')
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      // A worker that does not serve yet has accepted nothing.
      const [ready, starting] = [
        workers.filter((one) => serving.has(one)),
        workers.filter((one) => !serving.has(one)),
      ]
      starting.forEach((worker) => worker.process.kill('SIGKILL'))
      await handOverWhatWaits(handovers, options.grace / 4)
      // The clients of one closing worker would connect to another that is about to close too.
      await Promise.all(ready.map(stopAccepting))
      handovers.closeRefused()
      const codes = await Promise.all(ready.map(drain))
      if (codes.some((code) => code !== 0)) throw new Error('the grace time was too short')
    },
  )
  let url: string
  try {
    url = await allServing
  } catch (error) {
    ending = true
    Object.values(cluster.workers ?? {}).forEach((worker) => worker?.process.kill('SIGKILL'))
    throw error
  }
  say(`${String(options.cpus)} workers`)
  return url
}

/** Hands over the connections that the kernel has accepted: it resets them when the workers close their ports. */
async function handOverWhatWaits(handovers: Handovers, patience: number): Promise<void> {
  await untilQuiet(
    () => handovers.count(),
    () => handovers.underWay(),
    patience,
  )
}

/** Tells a worker to close its port, and waits until it has. */
function stopAccepting(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', ({ kind }: FromWorker) => {
      if (kind === 'stopped') resolve()
    })
    worker.once('exit', resolve)
    if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies FromPrimary, () => undefined)
  })
}

/** Tells a worker to answer what it accepted and to end; its exit code. */
function drain(worker: Worker): Promise<number | null> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null) => {
      resolve(code)
    })
    if (worker.isConnected()) worker.send({ kind: 'drain' } satisfies FromPrimary, () => undefined)
  })
}

/** Ports below those that systems give to outgoing connections, so that no outgoing connection takes one before the workers listen. */
const FIRST_PORT = 10_240
const LAST_PORT = 32_767
/** Ports that are tried before the system chooses one. */
const PORTS_TRIED = 20

/** A port for `--port 0`: all workers, including replacements, must use the same one. 0 if none can be had here. */
async function freePort(host: string): Promise<number> {
  for (let tried = 0; tried < PORTS_TRIED; tried += 1) {
    const port = await probed(randomInt(FIRST_PORT, LAST_PORT + 1), host)
    if (port !== 0) return port
  }
  return probed(0, host)
}

/** The port if it is free, one that the system chooses for 0, and 0 if it cannot be listened on: the workers meet the same error and report it. */
async function probed(asked: number, host: string): Promise<number> {
  const probe = createServer().listen(asked, host)
  try {
    await once(probe, 'listening')
  } catch {
    return 0
  }
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
