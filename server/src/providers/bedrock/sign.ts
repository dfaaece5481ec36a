/** Signature Version 4: the library knows the algorithm, the runtime has the hash. */

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
  /** Lower-case names; the signature is put among them. */
  readonly headers: Record<string, string>
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
}

/** The runtime's own SHA-256, with a key as HMAC. */
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

/** Only these and x-amz-* are signed: others may be added or changed on the way, and the service asks for no more. */
const SIGNED: ReadonlySet<string> = new Set(['content-type', 'content-md5'])
/** Made by the signing; a caller's own would be of another signature. */
const OF_A_SIGNATURE = ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']
/** What differs between two signatures of one request. */
export const SIGNATURE_HEADERS: readonly string[] = ['authorization', ...OF_A_SIGNATURE]

export async function sign(
  request: Signable,
  keys: AwsKeys,
  service: 'bedrock' | 'sts',
  region: string,
  now: Date,
): Promise<void> {
  const { method, headers, body } = request
  if (body instanceof ReadableStream) {
    throw new GatewayError('body_too_large', {
      message: 'A request to bedrock is signed with its whole body, and this one is too large to be held.',
      hint: 'Send less, or use a Bedrock API key, which needs no signature.',
    })
  }
  for (const name of OF_A_SIGNATURE) delete headers[name]
  // Parsed as the HTTP client will parse it, so that what is signed is what is sent.
  const url = new URL(request.url)
  const signed: Record<string, string> = { host: url.host }
  for (const [name, value] of Object.entries(headers)) {
    if (SIGNED.has(name) || name.startsWith('x-amz-')) signed[name] = value
  }
  // What the signer would do by itself, but a large body in one turn of the event loop.
  if (body !== null) signed['x-amz-content-sha256'] = await sha256(body)
  // Loaded at the first signature: it takes 3 MB, and many gateways never sign.
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

/** Decoded names and values, as the signer wants them; a `+` stands for itself here, unlike in a form. */
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
