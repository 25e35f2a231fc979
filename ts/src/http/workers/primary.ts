/**
 * The primary: opens the ports, gives their connections to the workers, replaces workers that end, passes their questions on, and ends them
 * with itself. It loads nothing of the server, so that it stays small. Workers also end if it is killed: Node ends a worker whose
 * channel closes.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import closeWithGrace from 'close-with-grace'
import { type Logger, pino } from 'pino'

import { untilQuiet } from '../lifecycle/accept-queue.js'
import { sayListening } from '../lifecycle/announce.js'
import { type Address, bind } from '../lifecycle/bind.js'
import { LEFT_ALONE } from '../lifecycle/crash-signals.js'
import type { ServeOptions } from '../surface.js'
import { Dispatcher } from './dispatcher.js'
import { Generations } from './generations.js'
import type { Answer, FromWorker, PortName, WorkerReady } from './messages.js'
import { Questions, tell } from './questions.js'

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
export function superviseWorkers(
  surface: string,
  options: ServeOptions,
  say: (line: string) => void,
): Promise<string> {
  return new Primary(surface, options, say).start()
}

class Primary {
  readonly #surface: string
  readonly #options: ServeOptions
  readonly #say: (line: string) => void
  readonly #log: Logger
  readonly #questions = new Questions()
  readonly #generations = new Generations(this.#questions)
  readonly #dispatcher = new Dispatcher()
  readonly #ports: Server[] = []
  readonly #serving = new Set<Worker>()
  /** Workers that reported a line: all report the same at the start, and one that repeats it found it again. */
  readonly #saidBy = new Map<string, Set<number>>()
  #endedYoung = 0
  #started = false
  #ending = false

  constructor(surface: string, options: ServeOptions, say: (line: string) => void) {
    this.#surface = surface
    this.#options = options
    this.#say = say
    this.#log = pino({ level: options.logLevel }, process.stderr)
  }

  /** Opens the ports once a worker serves; returns the address once all do. */
  async start(): Promise<string> {
    const { cpus, grace } = this.#options
    const starting = Array.from({ length: cpus }, () => this.#fork())
    closeWithGrace({ delay: grace + LAST_WORDS, logger: false, skip: [...LEFT_ALONE] }, ({ err }) =>
      this.#end(err),
    )
    try {
      const url = await this.#openPorts(await Promise.race(starting))
      await Promise.all(starting)
      this.#started = true
      this.#say(`${String(cpus)} workers`)
      return url
    } catch (error) {
      this.#ending = true
      allWorkers().forEach(kill)
      throw error
    }
  }

  async #openPorts({ admin, lines }: WorkerReady): Promise<string> {
    const { host, port, adminHost = '127.0.0.1', adminPort } = this.#options
    const url = await this.#openPort('public', { host, port })
    sayListening(url, this.#say)
    lines.forEach(this.#say)
    if (admin && adminPort !== undefined) {
      this.#say(`reload on ${await this.#openPort('admin', { host: adminHost, port: adminPort })}`)
    }
    return url
  }

  async #openPort(name: PortName, address: Address): Promise<string> {
    const { server, url } = await bind(address, (at) =>
      accept(at, (socket) => {
        this.#dispatcher.dispatch(socket, name)
      }),
    )
    this.#ports.push(server)
    return url
  }

  /** Starts a worker; returns once it serves. */
  #fork(): Promise<WorkerReady> {
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./worker.js', import.meta.url)),
      args: [this.#surface, JSON.stringify(this.#options), String(this.#generations.newest)],
      // Flags the primary was given come last, so that they count.
      execArgv: [...WORKER_FLAGS, ...process.execArgv],
    })
    const worker = cluster.fork(WORKER_ENVIRONMENT)
    const born = performance.now()
    return new Promise((resolve, reject) => {
      let failure: string | undefined
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'failed') failure = message.reason
        else if (message.kind === 'ready') {
          this.#serving.add(worker)
          this.#dispatcher.join(worker)
          resolve(message)
        } else this.#receive(message, worker)
      })
      // 'exit' may come before its last message, and 'disconnect' does not come while a connection is on its way.
      worker.process.once('close', () => {
        this.#dispatcher.lose(worker)
      })
      worker.once('exit', (code, signal) => {
        const how = failure ?? (signal ? `signal ${signal}` : `exit code ${String(code)}`)
        if (!this.#ending) reject(new Error(failure ?? `a worker ended before it could serve (${how})`))
        this.#forget(worker, how, performance.now() - born)
      })
    })
  }

  #receive(message: FromWorker, worker: Worker): void {
    const answer = (id: number, answers: Answer[]) => tell(worker, { kind: 'answers', id, answers })
    switch (message.kind) {
      case 'taken':
        this.#dispatcher.taken(worker)
        break
      case 'leaving':
        this.#dispatcher.leave(worker)
        if (!this.#ending) tell(worker, { kind: 'drain' })
        break
      case 'says':
        this.#sayOnce(message.line, worker.id)
        break
      case 'join':
        this.#generations.join(worker, message.generation)
        break
      case 'ask': {
        const { id, topic, question } = message
        void this.#questions
          .ask(topic, question, this.#generations.members)
          .then((answers) => answer(id, answers))
        break
      }
      case 'answer':
        this.#questions.answer(message.id, message.answer, worker)
        break
      case 'reload':
        void this.#generations.reload().then((outcome) => answer(message.id, [outcome]))
    }
  }

  #sayOnce(line: string, worker: number): void {
    const others = this.#saidBy.get(line)
    if (others !== undefined && !others.has(worker)) others.add(worker)
    else {
      this.#saidBy.set(line, new Set([worker]))
      this.#say(line)
    }
  }

  /** Forgets a worker that has ended after `age` milliseconds, and replaces it if the server has started. */
  #forget(worker: Worker, reason: string, age: number): void {
    const served = this.#serving.delete(worker)
    this.#generations.leave(worker)
    this.#questions.forget(worker)
    if (this.#ending || !(served || this.#started)) return
    this.#endedYoung = age < OF_AGE ? this.#endedYoung + 1 : 0
    const wait = Math.min(BACK_OFF.least * 2 ** Math.max(0, this.#endedYoung - 1), BACK_OFF.most)
    this.#log.error({ worker: worker.process.pid, reason, replaced_in_ms: wait }, 'worker ended')
    setTimeout(() => {
      if (!this.#ending) this.#fork().catch(() => undefined)
    }, wait)
  }

  async #end(error: Error | undefined): Promise<void> {
    this.#ending = true
    if (error !== undefined) this.#log.fatal({ err: error }, 'ended by an error')
    // A worker that does not serve yet has taken nothing.
    allWorkers()
      .filter((worker) => !this.#serving.has(worker))
      .forEach(kill)
    await untilQuiet(
      () => this.#dispatcher.accepted,
      () => this.#dispatcher.isBusy,
      this.#options.grace / 4,
    )
    // All ports close first: a client that a worker asks to close reconnects at once, and should find them closed.
    this.#ports.forEach((port) => port.close())
    this.#dispatcher.close()
    const codes = await Promise.all([...this.#serving].map(drain))
    if (codes.some((code) => code !== 0)) throw new Error('the grace time was too short')
  }
}

/** Listens for connections, of which nothing is read: they are for other processes. */
async function accept(
  address: Address,
  accepted: (socket: Socket) => void,
): Promise<{ server: Server; url: string }> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, accepted)
  await once(server.listen(address), 'listening')
  // One that was not accepted is the loss of one client.
  server.on('error', () => undefined)
  const { address: ip, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${ip}]` : ip === '0.0.0.0' ? '127.0.0.1' : ip
  return { server, url: `http://${host}:${String(port)}` }
}

function allWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function kill(worker: Worker): void {
  worker.process.kill('SIGKILL')
}

/** Tells a worker to answer what it accepted and to end; its exit code. */
function drain(worker: Worker): Promise<number | null> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null) => {
      resolve(code)
    })
    tell(worker, { kind: 'drain' })
  })
}
