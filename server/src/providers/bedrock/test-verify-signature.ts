/** Verifies AWS Signature Version 4. Independent of the library that signs. */

import { createHash, createHmac } from 'node:crypto'

export type Received = {
  readonly method: string
  /** As received, not decoded. */
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

export type Verified = {
  readonly accessKeyId: string
  readonly region: string
  readonly service: string
  readonly signed: string[]
}

/**
 * Follows https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html. Throws if the
 * signature is invalid.
 */
export function verifySignature(request: Received, secretAccessKey: string): Verified {
  const match = AUTHORIZATION.exec(request.headers['authorization'] ?? '')
  if (!match) throw new Error(`no signature: ${request.headers['authorization']}`)
  const [, accessKeyId, day, region, service, names, signature] = match as unknown as string[]
  const signed = names!.split(';')
  const date = request.headers['x-amz-date'] ?? ''
  if (!date.startsWith(day!)) throw new Error('the date is not the scope’s')
  for (const name of ['host', ...Object.keys(request.headers).filter((header) => header.startsWith('x-amz-'))]) {
    if (!signed.includes(name)) throw new Error(`${name} is not signed`)
  }
  const canonical = [
    request.method,
    encode(request.path).replaceAll('%2F', '/'),
    canonicalQuery(request.search),
    ...signed.map((name) => `${name}:${request.headers[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256(request.body),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`)
  for (const part of [day!, region!, service!, 'aws4_request']) key = createHmac('sha256', key).update(part).digest()
  const expected = createHmac('sha256', key).update(text).digest('hex')
  if (expected !== signature) throw new Error('the signature does not match')
  return { accessKeyId: accessKeyId!, region: region!, service: service!, signed }
}

function canonicalQuery(search: string): string {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
  return pairs
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`
    })
    .sort()
    .join('&')
}

/** Percent-encodes everything except A-Z, a-z, 0-9, -, ., _ and ~, including `%`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
