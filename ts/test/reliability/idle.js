/**
 * Ten thousand open connections that say nothing, and a request beside them is answered. Needs as many file descriptors on both
 * sides (`ulimit -n`), so it is not a part of `npm test`.
 *
 *   node ts/test/reliability/idle.js [10000]        after `npm run build`
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'

const wanted = Number(process.argv[2] ?? 10_000)
const command = join(import.meta.dirname, '../../bin/milepost.js')
const server = spawn(
  process.execPath,
  [command, 'serve', '--cpus', '1', '--port', '0', '--host', '127.0.0.1'],
  {
    stdio: ['ignore', 'ignore', 'pipe'],
  },
)
let said = ''
while (!/listening on \S+:\d+/.test(said)) said += String((await once(server.stderr, 'data'))[0])
const port = Number(/listening on \S+:(\d+)/.exec(said)[1])

/** Milliseconds of a parse on a connection of its own. */
async function parse() {
  const begun = performance.now()
  const asked = request({ port, host: '127.0.0.1', path: '/v1/parse?address=Reno%20NV', agent: false }).end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  assert.equal(answer.statusCode, 200)
  return performance.now() - begun
}
const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const median = async () => {
  const times = []
  for (let round = 0; round < 50; round++) times.push(await parse())
  return times.sort((a, b) => a - b)[25]
}

const before = { ms: await median(), mb: resident() }
const idle = []
// A thousand at a time: more would wait in the queue of the listener.
while (idle.length < wanted) {
  const some = Array.from({ length: Math.min(1000, wanted - idle.length) }, () => connect(port, '127.0.0.1'))
  await Promise.all(some.map((socket) => once(socket, 'connect')))
  some.forEach((socket) => socket.on('error', () => {}))
  idle.push(...some)
}
const beside = { ms: await median(), mb: resident() }
const row = ({ ms, mb }) => `parse ${ms.toFixed(2)} ms at the median, ${mb.toFixed(0)} MB resident`
console.log(`alone: ${row(before)}\nbeside ${idle.length} idle connections: ${row(beside)}`)
idle.forEach((socket) => socket.destroy())
server.kill('SIGTERM')
assert.equal((await once(server, 'exit'))[0], 0)
