/**
 * Verifies AWS Signature Version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html.
 */

import { createHash, createHmac } from 'node:crypto'
import { refuseUnless, type WireRequest } from '../wire-server.ts'

export const AWS_KEYS = {
  accessKeyId: 'AKIASIMULATOR',
  secretAccessKey: 'secret/of+the/simulator',
  sessionToken: 'FwoG/session+token==',
  region: 'eu-central-1',
} as const

const MAX_SKEW_MS = 300_000

export function checkSignature(request: WireRequest, service = 'bedrock'): void {
  const { headers } = request
  const given = /^AWS4-HMAC-SHA256 (.+)$/.exec(headers['authorization'] ?? '')?.[1]
  refuseUnless(given !== undefined, 'Missing Authentication Token', 403)
  const fields = new Map(given.split(/,\s*/).map((pair) => pair.split('=', 2) as [string, string]))
  const signedNames = fields.get('SignedHeaders') ?? ''
  const date = headers['x-amz-date'] ?? ''
  const scope = `${date.slice(0, 8)}/${AWS_KEYS.region}/${service}/aws4_request`
  refuseUnless(
    fields.get('Credential') === `${AWS_KEYS.accessKeyId}/${scope}`,
    'Credential should be scoped to a valid region, service and date.',
    403,
  )
  refuseUnless(Math.abs(Date.now() - timeOf(date)) < MAX_SKEW_MS, 'Signature expired', 403)
  refuseUnless(
    headers['x-amz-security-token'] === AWS_KEYS.sessionToken,
    'The security token included in the request is invalid.',
    403,
  )
  const names = signedNames.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-security-token']) {
    refuseUnless(names.includes(name), `The header ${name} is not signed.`, 403)
  }
  const canonical = [
    request.method,
    request.path.split('/').map(encodeAgain).join('/'),
    request.search.slice(1),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    signedNames,
    createHash('sha256').update(request.body).digest('hex'),
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash}`
  const key = scope
    .split('/')
    .reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${AWS_KEYS.secretAccessKey}`)
  refuseUnless(
    hmac(key, text).toString('hex') === fields.get('Signature'),
    'The request signature we calculated does not match the signature you provided.',
    403,
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Bedrock signs the path encoded twice. */
function encodeAgain(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
