/** What operators copy: the service, its flags, the proxies and the monitoring. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { serve } from '../support/command.js'
import { COMMAND, ROOT } from '../support/paths.js'

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')

/** Writes a file of flags. */
function configOf(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'milepost-config-')), 'milepost.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('--config', () => {
  test('has the flags of the command, and the command line comes first', async () => {
    const flags = {
      ...(JSON.parse(read('systemd/milepost.json')) as object),
      'admin-port': 0,
      cpus: 1,
      cors: true,
    }
    const { url } = await serve('--config', configOf(flags), '--port', '0')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(url).not.toMatch(/:3000$/)
    const answer = await fetch(`${url}/health`, { headers: { origin: 'https://a.test' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['an unknown flag', { prot: 1 }, 'there is no `prot`; there are: port, host, cpus'],
    ['a value out of range', { port: 99_999 }, '`port`: It must be a whole number from 0 to 65535.'],
    ['a value of another kind', { cors: 'yes' }, '`cors` must be true or false'],
    ['a list', [], 'must be a JSON object'],
    ['no JSON', 'port = 1', 'is not JSON: '],
  ])('refuses %s', (_, content, message) => {
    const path = configOf(content)
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'serve', '--config', path], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`milepost: --config: ${path}`)
    expect(stderr).toContain(message)
  })

  test('that is not there is named', () => {
    const words = [COMMAND, 'search', 'serve', '--config', '/nowhere.json']
    const { stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect(stderr).toContain('--config: cannot read /nowhere.json')
  })
})

test('the unit is one that systemd accepts', (context) => {
  const unit = join(ROOT, 'deploy/systemd/milepost.service')
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  if (verified.error !== undefined) return context.skip('systemd-analyze is missing')
  expect(verified.stderr.split('\n').filter((line) => line.includes('milepost.service'))).toEqual([])
})

describe('monitoring', () => {
  let exported: Set<string>
  beforeAll(async () => {
    const { url } = await serve('--cpus', '1')
    await fetch(`${url}/v1/geocode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"address":"Reno NV"}',
    })
    const text = await (await fetch(`${url}/metrics/prometheus`)).text()
    exported = new Set([...text.matchAll(/^([a-z]\w*)[ {]/gm)].map(([, name = '']) => name))
  })

  test('the rules and the dashboard ask for metrics that a server exports', () => {
    const { groups } = parse(read('monitoring/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
    const { panels } = JSON.parse(read('monitoring/grafana.json')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = [
      ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    const named = expressions.flatMap((expr) =>
      [...expr.matchAll(/([a-z]\w*)\{/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(20)
    // Prometheus itself makes `up`.
    expect([...new Set(named)].filter((name) => name !== 'up' && !exported.has(name))).toEqual([])
  })
})

test('no proxy lets its clients reach metrics and reload', () => {
  expect(read('proxy/nginx.conf')).toMatch(/location ~ \^\/\(metrics\|v1\/reload\) \{\s+return 404;/)
  expect(read('proxy/Caddyfile')).toContain('@operators path /metrics /metrics/* /v1/reload')
})
