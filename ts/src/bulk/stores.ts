/**
 * Objects of S3, Google Cloud Storage and Azure, and files on the web, as requests. Who asks is told by the environment, with the variables
 * that the tools of each store read.
 */
import { type Credentials, encoded, signed } from './signature.js'

type Environment = Readonly<Record<string, string | undefined>>

/** A request that can be sent. */
export interface ObjectRequest {
  url: string
  headers: Record<string, string>
}

/** Whether a word names a file that is elsewhere. */
export function isRemote(word: string): boolean {
  return /^(s3|gs|az|https?):\/\//.test(word)
}

/**
 * The request for an object.
 * @throws Error when the name or the environment lacks something.
 */
export function requestFor(
  name: string,
  method: string,
  query: Record<string, string> = {},
  environment: Environment = process.env,
): ObjectRequest {
  const scheme = name.slice(0, name.indexOf(':'))
  if (scheme.startsWith('http')) return { url: name, headers: {} }
  const [, bucket = '', key = ''] = /^\w+:\/\/([^/]+)\/(.+)$/.exec(name) ?? []
  if (bucket === '') throw new Error(`${name} names no object: ${scheme}://BUCKET/NAME`)
  const path = key.split('/').map(encoded).join('/')
  const set = (name: string) => environment[name] || undefined
  const at = (base: string) => {
    const url = new URL(base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  if (scheme === 'gs') {
    const url = at(`${set('STORAGE_ENDPOINT') ?? 'https://storage.googleapis.com'}/${bucket}/${path}`)
    const token = set('GOOGLE_OAUTH_ACCESS_TOKEN')
    return { url: url.href, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
  }
  if (scheme === 'az') {
    const account = set('AZURE_STORAGE_ACCOUNT')
    if (account === undefined)
      throw new Error(`${name}: set AZURE_STORAGE_ACCOUNT, and AZURE_STORAGE_SAS_TOKEN`)
    const url = at(
      `${set('AZURE_STORAGE_ENDPOINT') ?? `https://${account}.blob.core.windows.net`}/${bucket}/${path}`,
    )
    const token = new URLSearchParams(set('AZURE_STORAGE_SAS_TOKEN') ?? '')
    token.forEach((value, name) => {
      url.searchParams.set(name, value)
    })
    return { url: url.href, headers: { 'x-ms-version': '2021-08-06' } }
  }
  const region = set('AWS_REGION') ?? set('AWS_DEFAULT_REGION') ?? 'us-east-1'
  const endpoint = set('AWS_ENDPOINT_URL_S3') ?? set('AWS_ENDPOINT_URL')
  const host = `https://${bucket}.s3.${region}.amazonaws.com`
  const url = at(
    endpoint === undefined ? `${host}/${path}` : `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`,
  )
  const [accessKey, secretKey] = [set('AWS_ACCESS_KEY_ID'), set('AWS_SECRET_ACCESS_KEY')]
  if (accessKey === undefined || secretKey === undefined) return { url: url.href, headers: {} }
  const credentials: Credentials = { accessKey, secretKey, region, sessionToken: set('AWS_SESSION_TOKEN') }
  return { url: url.href, headers: signed(method, url, credentials) }
}
