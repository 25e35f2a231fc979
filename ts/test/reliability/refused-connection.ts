/**
 * A cluster of one worker that closes its port while a connection is on its way to it: run by `handover.test.ts`. Prints what became of
 * the client's connection.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import { Handovers } from '../../src/http/workers/handover.js'

if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_RR
  const handovers = new Handovers()
  const worker = cluster.fork()
  handovers.watch(worker)
  const [port] = (await once(worker, 'message')) as [number]
  const { pid = 0 } = worker.process
  // Stopped, it hears of its end first and of the connection after it.
  process.kill(pid, 'SIGSTOP')
  worker.send('close')
  const client = connect(port, '127.0.0.1')
  const outcome = Promise.race([
    once(client, 'close').then(() => 'closed'),
    once(client, 'error').then(() => 'closed'),
  ])
  while (handovers.count() === 0) await setImmediate()
  process.kill(pid, 'SIGCONT')
  await once(worker, 'message')
  handovers.closeRefused()
  process.stdout.write(await outcome)
  worker.process.kill('SIGKILL')
} else {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.once('message', () => {
    server.close()
    process.send?.('closed')
  })
  process.send?.((server.address() as AddressInfo).port)
}
