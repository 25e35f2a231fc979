/** A server that speaks S3: `moto` of PyPI. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Command, type Need, pythonWith } from '../support/needs.js'

const REQUIREMENTS = join(import.meta.dirname, 'requirements-s3.txt')

/** Requests that need no signature: those below which make a user and a bucket. */
const OPEN_REQUESTS = '4'

/** The interpreter that has it, or why it cannot be had on this machine. */
export function pythonWithMoto(): Need<Command> {
  const lines = readFileSync(REQUIREMENTS, 'utf8').split('\n')
  return pythonWith(['--no-deps', ...lines.filter((line) => line !== '' && !line.startsWith('#'))], '3.10')
}

/** A store that runs, with the bucket `bucket` in it. */
export interface Moto {
  /** What a client has in its environment. */
  environment: Record<string, string>
  stop: () => void
}

/**
 * Starts it on a free port; it lists two objects a page. One that checks signatures checks them against the address as its framework has
 * decoded it, so that names with other characters than letters, digits and slashes, and listings, are refused to every client.
 */
export async function startMoto(python: string, isChecked = false): Promise<Moto> {
  const program = 'from moto.server import main; main()'
  const child = spawn(python, ['-u', '-c', program, '-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      MOTO_S3_DEFAULT_MAX_KEYS: '2',
      ...(isChecked && { INITIAL_NO_AUTH_ACTION_COUNT: OPEN_REQUESTS }),
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
      const listening = /Running on (http:\S+)/.exec(said)?.[1]
      if (listening !== undefined) resolve(listening)
    })
    void once(child, 'close').then(() => {
      reject(new Error(`moto ended: ${said}`))
    })
  })
  const iam = async (parameters: Record<string, string>) => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0'
    const body = new URLSearchParams({ Version: '2010-05-08', UserName: 'tables', ...parameters })
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).text()
  }
  await iam({ Action: 'CreateUser' })
  const keys = await iam({ Action: 'CreateAccessKey' })
  const statement = { Effect: 'Allow', Action: 's3:*', Resource: '*' }
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await iam({ Action: 'PutUserPolicy', PolicyName: 'tables', PolicyDocument: policy })
  await fetch(`${url}/bucket`, { method: 'PUT' })
  const of = (name: string) => new RegExp(`<${name}>(.*?)<`).exec(keys)?.[1] ?? ''
  return {
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: of('AccessKeyId'),
      AWS_SECRET_ACCESS_KEY: of('SecretAccessKey'),
      AWS_REGION: 'us-east-1',
    },
    stop: () => child.kill(),
  }
}
