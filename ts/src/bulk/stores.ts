/**
 * Objects of S3, Google Cloud Storage and Azure, and files on the web, as requests. Credentials come from the environment, in the variables
 * that the tools of each store use.
 */
import { type Credentials, encoded, signed } from './signature.js'

type Environment = Readonly<Record<string, string | undefined>>

/** A request that can be sent. */
export interface ObjectRequest {
  url: string
  headers: Record<string, string>
}

/** Whether a word names a remote file. */
export function isRemote(word: string): boolean {
  return /^(s3|gs|az|https?):\/\//.test(word)
}

/** An object of a store, or the objects of a pattern. */
export interface Place {
  scheme: 's3' | 'gs' | 'az'
  bucket: string
  key: string
}

/**
 * The parts of a name.
 * @throws Error if it names no object.
 */
export function placeOf(name: string): Place {
  const [, scheme, bucket, key] = /^(s3|gs|az):\/\/([^/]+)\/(.+)$/.exec(name) ?? []
  if (scheme === undefined || bucket === undefined || key === undefined) {
    throw new Error(`${name} names no object: ${name.slice(0, name.indexOf(':'))}://BUCKET/NAME`)
  }
  return { scheme: scheme as Place['scheme'], bucket, key }
}

/**
 * The request for an object.
 * @throws Error if the name or the environment lacks something.
 */
export function requestFor(
  name: string,
  method: string,
  query: Record<string, string> = {},
  environment: Environment = process.env,
): ObjectRequest {
  if (name.startsWith('http')) return { url: name, headers: {} }
  const { scheme, bucket, key } = placeOf(name)
  const path = key.split('/').map(encoded).join('/')
  return REQUESTS[scheme](method, bucket, `/${path}`, query, environment)
}

/**
 * The request for a page of the names of a bucket that begin with `prefix`; with `delimiter` only those without it after that. `page` is
 * the token from the previous page.
 * @throws Error if the environment lacks something.
 */
export function requestForNames(
  { scheme, bucket }: Place,
  { prefix, delimiter, page }: { prefix: string; delimiter?: string | undefined; page?: string | undefined },
  environment: Environment = process.env,
): ObjectRequest {
  const asked = { prefix, ...(delimiter !== undefined && { delimiter }) }
  if (scheme === 'gs') {
    const query = { ...asked, fields: 'items(name),nextPageToken', ...(page && { pageToken: page }) }
    return google(`/storage/v1/b/${encoded(bucket)}/o`, query, environment)
  }
  if (scheme === 'az') {
    const query = { restype: 'container', comp: 'list', ...asked, ...(page && { marker: page }) }
    return azure('GET', bucket, '', query, environment)
  }
  // Names can hold characters that XML cannot.
  const query = { 'list-type': '2', 'encoding-type': 'url', ...asked }
  return s3('GET', bucket, '/', { ...query, ...(page && { 'continuation-token': page }) }, environment)
}

type Requesting = (
  method: string,
  bucket: string,
  path: string,
  query: Record<string, string>,
  environment: Environment,
) => ObjectRequest

const REQUESTS: Record<Place['scheme'], Requesting> = {
  s3,
  gs: (_, bucket, path, query, environment) => google(`/${bucket}${path}`, query, environment),
  az: azure,
}

function google(path: string, query: Record<string, string>, environment: Environment): ObjectRequest {
  const base = environment['STORAGE_ENDPOINT'] || 'https://storage.googleapis.com'
  const token = environment['GOOGLE_OAUTH_ACCESS_TOKEN'] || undefined
  return {
    url: address(base, path, query).href,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
}

function azure(...[, bucket, path, query, environment]: Parameters<Requesting>): ObjectRequest {
  const account = environment['AZURE_STORAGE_ACCOUNT'] || undefined
  if (account === undefined) {
    throw new Error(`az://${bucket}: set AZURE_STORAGE_ACCOUNT, and AZURE_STORAGE_SAS_TOKEN`)
  }
  const base = environment['AZURE_STORAGE_ENDPOINT'] || `https://${account}.blob.core.windows.net`
  const token = Object.fromEntries(new URLSearchParams(environment['AZURE_STORAGE_SAS_TOKEN'] ?? ''))
  const url = address(base, `/${bucket}${path}`, { ...query, ...token })
  return { url: url.href, headers: { 'x-ms-version': '2021-08-06' } }
}

function s3(...[method, bucket, path, query, environment]: Parameters<Requesting>): ObjectRequest {
  const set = (name: string) => environment[name] || undefined
  const region = set('AWS_REGION') ?? set('AWS_DEFAULT_REGION') ?? 'us-east-1'
  const endpoint = set('AWS_ENDPOINT_URL_S3') ?? set('AWS_ENDPOINT_URL')
  const url =
    endpoint === undefined
      ? address(`https://${bucket}.s3.${region}.amazonaws.com`, path, query)
      : address(endpoint, `/${bucket}${path}`, query)
  const [accessKey, secretKey] = [set('AWS_ACCESS_KEY_ID'), set('AWS_SECRET_ACCESS_KEY')]
  if (accessKey === undefined || secretKey === undefined) return { url: url.href, headers: {} }
  const credentials: Credentials = { accessKey, secretKey, region, sessionToken: set('AWS_SESSION_TOKEN') }
  return { url: url.href, headers: signed(method, url, credentials) }
}

/** An address whose query is encoded as it is signed: `URLSearchParams` makes a plus sign of a space. */
function address(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base.replace(/\/$/, '') + path)
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  url.search = pairs.join('&')
  return url
}
