/** Signs requests with AWS Signature Version 4. Uses @smithy/signature-v4 with the runtime's SHA-256. */

import { updateInSlices } from '../../core/body/hash-slices.ts'
import { GatewayError } from '../../core/errors.ts'
import { decodedPart } from '../../core/request-url.ts'

export type AwsKeys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export type Signable = {
  readonly method: string
  readonly url: string
  /** Lower-case names. `sign` adds the signature headers. */
  readonly headers: Record<string, string>
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
}

/** SHA-256, or HMAC-SHA-256 if a key is given. */
class Sha256 {
  readonly #hasher: Bun.CryptoHasher

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hasher =
      secret === undefined ? new Bun.CryptoHasher('sha256') : new Bun.CryptoHasher('sha256', bytesOf(secret))
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hasher.update(bytesOf(data))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hasher.digest())
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

/** Besides `host`, only these and x-amz-* headers are signed. AWS requires no others, and proxies may change others. */
const SIGNED: ReadonlySet<string> = new Set(['content-type', 'content-md5'])
/** Set by signing. Values sent by the client belong to another signature and are removed. */
const OF_A_SIGNATURE = ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']
/** Headers that differ between two signatures of one request. */
export const SIGNATURE_HEADERS: readonly string[] = ['authorization', ...OF_A_SIGNATURE]

export async function sign(
  request: Signable,
  keys: AwsKeys,
  service: 'bedrock' | 'sagemaker' | 'secretsmanager' | 'sts',
  region: string,
  now: Date,
): Promise<void> {
  const { method, headers, body } = request
  if (body instanceof ReadableStream) {
    throw new GatewayError('body_too_large', {
      message: 'The body is too large to be signed: bedrock signatures need the whole body in memory.',
      hint: 'Send a smaller body, or use a Bedrock API key, which needs no signature.',
    })
  }
  for (const name of OF_A_SIGNATURE) delete headers[name]
  // Parsed like the HTTP client does, so that the signed URL equals the sent URL.
  const url = new URL(request.url)
  const signed: Record<string, string> = { host: url.host }
  for (const [name, value] of Object.entries(headers)) {
    if (SIGNED.has(name) || name.startsWith('x-amz-')) signed[name] = value
  }
  // The signer would also compute this, but in one blocking step for a large body.
  if (body !== null) signed['x-amz-content-sha256'] = await sha256(body)
  // Loaded on first use: it takes 3 MB, and many gateways never sign.
  const { SignatureV4 } = await import('@smithy/signature-v4')
  const signer = new SignatureV4({ service, region, credentials: { ...keys }, sha256: Sha256 })
  const result = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: queryOf(url.search),
      headers: signed,
      body: body ?? undefined,
    },
    { signingDate: now },
  )
  for (const [name, value] of Object.entries(result.headers)) if (name !== 'host') headers[name] = value
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  await updateInSlices(hasher, bytes)
  return hasher.digest('hex')
}

/** Decoded names and values, as the signer expects them. `+` is literal here, unlike in form data. */
function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decodedPart(cut === -1 ? pair : pair.slice(0, cut))
    const value = cut === -1 ? '' : decodedPart(pair.slice(cut + 1))
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    query[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  return query
}
