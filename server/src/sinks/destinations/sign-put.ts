/**
 * Signs a PUT of an object with AWS Signature Version 4. The package that signs requests to Bedrock takes 3 MB of
 * memory; one method without a query needs only a few lines.
 */

import type { S3SinkSettings } from '../../core/sinks/sinks.ts'

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string }

type Put = {
  readonly url: string
  readonly body: Uint8Array
  /** Names in lower case. These headers are signed too. */
  readonly headers: Readonly<Record<string, string>>
  readonly region: string
  readonly keys: Keys
  readonly now: Date
}

/** On AWS the bucket is in the host. Otherwise it is in the path: compatible stores often have one host for all. */
export function objectUrl({ endpoint, region, bucket }: S3SinkSettings, key: string): string {
  const path = key.split('/').map(encodePart).join('/')
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${encodePart(bucket)}/${path}`
  // The certificate of AWS does not match host names of buckets with dots.
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`
}

/** Encodes all characters except the unreserved ones of RFC 3986, as the signature requires. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns all headers of the request. The URL must be encoded as `objectUrl` does it. */
export function signPut({ url, body, headers: given, region, keys, now }: Put): Record<string, string> {
  const { host, pathname } = new URL(url)
  const bodyHash = sha256(body).toString('hex')
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const signed: Record<string, string> = {
    ...given,
    host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': stamp,
    ...(keys.sessionToken !== undefined && { 'x-amz-security-token': keys.sessionToken }),
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    'PUT',
    pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(Buffer.from(canonical)).toString('hex')].join('\n')
  const key = scope
    .split('/')
    .reduce<Uint8Array>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${keys.secretAccessKey}`))
  const signature = hmac(key, text).toString('hex')
  const { host: _, ...headers } = signed
  const credential = `${keys.accessKeyId}/${scope}`
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return new Bun.CryptoHasher('sha256').update(bytes).digest()
}

function hmac(key: Uint8Array, text: string): Buffer {
  return new Bun.CryptoHasher('sha256', key).update(text).digest()
}
