/** Reads the JSON body of an admin request: size, time and depth limits, no duplicate keys, only storable text. */

import { BodyReader } from '../core/body/body-reader.ts'
import { isDeeperThan, parseObject } from '../core/body/json-text.ts'
import { GatewayError } from '../core/errors.ts'
import type { HeaderMap } from '../core/headers.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Requests without a key carry only a token, names and a password. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024
const MAX_DEPTH = 32
/** Field names that could modify a prototype if the object were merged into another one. */
const POLLUTING: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}:,]/g

/** Limits for receiving bodies: memory per caller and group, and time. */
export type Intake = {
  readonly open: (holder: string, group: string) => BodyHold
  readonly timeoutMs: number
  /** For requests without a key. */
  readonly publicTimeoutMs: number
}

export type BodyHold = { hold(bytes: number): void; release(): void }

/** Reads the body up to the size limit. Null if it is empty. */
export async function readBytes(
  request: Request,
  hold: BodyHold,
  isPublic: boolean,
  { timeoutMs, publicTimeoutMs }: Intake,
): Promise<Uint8Array | null> {
  const limitBytes = isPublic ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if (request.body === null) return null
  const reader = new BodyReader(request.body, hold)
  const stop = () => reader.stop(new GatewayError('receive_timeout', { param: 'body' }))
  const timer = setTimeout(stop, isPublic ? publicTimeoutMs : timeoutMs)
  try {
    const bytes = await reader.readAll(limitBytes, tooLarge)
    return bytes.length === 0 ? null : bytes
  } catch (error) {
    // The client has disconnected. Thrown as a client error so that it is not logged as an internal error.
    if (!(error instanceof GatewayError) && request.signal.aborted)
      throw new GatewayError('receive_timeout', {
        param: 'body',
        message: 'The client disconnected before the body was complete.',
      })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Parses the body. An empty body counts as {}. */
export function readJson(bytes: Uint8Array | null, headers: HeaderMap): unknown {
  if (bytes === null) return {}
  refuseOtherTypes(headers)
  if (isDeeperThan(bytes, MAX_DEPTH)) throw refused('body', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  const { text, value } = parse(bytes)
  const twice = findDuplicate(text)
  if (twice !== null) throw refused(twice, `The body has the field "${twice}" twice in one object.`)
  refuseUnstorable(value, 'body')
  return value
}

function refuseOtherTypes(headers: HeaderMap): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new GatewayError('unsupported_encoding', { param: 'content-encoding' })
  const type = headers['content-type']
  if (type === undefined || /^[^;]*[/+]json\b/i.test(type)) return
  throw new GatewayError('unsupported_media_type', {
    param: 'content-type',
    message: `The body must be application/json, not ${type.slice(0, 64)}.`,
    hint: 'Send Content-Type: application/json.',
  })
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    const reason = parseObject(bytes)
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not valid JSON${typeof reason === 'string' ? `: ${reason.slice(0, 64)}` : ''}.`,
    })
  }
}

/** JSON.parse uses the last duplicate key. Other parsers use the first, so duplicates are rejected as ambiguous. */
function findDuplicate(text: string): string | null {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token === ':') {
      const name = JSON.parse(last) as string
      const seen = open.at(-1)
      if (seen?.has(name)) return shown(name)
      seen?.add(name)
    } else last = token
  }
  return null
}

/** Rejects NUL and unpaired surrogates: PostgreSQL cannot store them, and SQLite would change them. */
function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!isStorable(value))
      throw refused(path, `${path} contains a NUL or an unpaired surrogate, which cannot be stored.`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [i, inner] of value.entries()) refuseUnstorable(inner, `${path}[${i}]`)
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    if (POLLUTING.has(name) || !isStorable(name))
      throw refused(shown(name), `"${shown(name)}" is not allowed as a field name.`)
    refuseUnstorable(inner, path === 'body' ? shown(name) : `${path}.${shown(name)}`)
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function shown(name: string): string {
  return name.slice(0, 64).replaceAll('\0', '\\0').toWellFormed()
}

function refused(param: string, message: string): GatewayError {
  return new GatewayError('invalid_body', { param: param.slice(0, 256), message: message.slice(0, 512) })
}

function tooLarge(limitBytes: number): GatewayError {
  return new GatewayError('body_too_large', {
    param: 'body',
    message: `The request body is larger than ${limitBytes} bytes.`,
    hint: 'Send a smaller body or split the request.',
  })
}
