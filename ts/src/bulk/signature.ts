/** AWS Signature Version 4 of a request, its body unsigned. Source: AWS Signature Version 4 signing process, docs.aws.amazon.com. */
import { createHash, createHmac } from 'node:crypto'

/** Keys of an account. */
export interface Credentials {
  accessKey: string
  secretKey: string
  sessionToken?: string | undefined
  region: string
}

const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** The headers of a request to S3, signed; `url` is final, its path encoded as it is sent. */
export function signed(
  method: string,
  url: URL,
  credentials: Credentials,
  now: Date = new Date(),
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    'x-amz-content-sha256': UNSIGNED,
    'x-amz-date': time,
    ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
  }
  const all: [string, string][] = [['host', url.host], ...Object.entries(headers)]
  all.sort(([a], [b]) => (a < b ? -1 : 1))
  const names = all.map(([name]) => name).join(';')
  const query = [...url.searchParams]
    .map(([name, value]) => [encoded(name), encoded(value)].join('='))
    .sort()
    .join('&')
  const lines = all.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, url.pathname, query, lines, names, UNSIGNED].join('\n')
  const scope = `${day}/${credentials.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const parts = [day, credentials.region, 's3', 'aws4_request', toSign]
  const signature = parts.reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${credentials.secretKey}`),
  )
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature.toString('hex')}`
  return { ...headers, authorization }
}

/** Percent-encoded as signatures want it. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
