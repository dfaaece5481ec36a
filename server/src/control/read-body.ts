/** Reads the JSON body of an admin request: limits size, time and depth, rejects duplicate keys and unstorable text. */

import { BodyReader } from '../core/body/body-reader.ts'
import { isDeeperThan, parseObject } from '../core/body/json-text.ts'
import { GatewayError } from '../core/errors.ts'
import type { HeaderMap } from '../core/headers.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Requests without a key contain only a token, names and a password. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024
const MAX_DEPTH = 32
/** Field names that could modify a prototype if the object were merged into another one. */
const POLLUTING: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** Real bodies have a few hundred values. 1 MiB can contain 500,000. */
const MAX_VALUES = 50_000
/** Per object. Parsing one object with 50,000 names takes ten times as long as 1,000 objects with 50. */
const MAX_MEMBERS = 10_000
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/** Limits for receiving bodies: memory per caller and group, and time. */
export type Intake = {
  readonly open: (holder: string, group: string) => BodyReservation
  readonly timeoutMs: number
  /** For requests without a key. */
  readonly publicTimeoutMs: number
}

export type BodyReservation = { hold(bytes: number): void; release(): void }

/** Reads the body up to the size limit. Null if it is empty. */
export async function readBytes(
  request: Request,
  hold: BodyReservation,
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
  refuseManyValues(bytes)
  const { text, value } = parse(bytes)
  const twice = findDuplicate(text)
  if (twice !== null) throw refused(twice, `The body has the field "${twice}" twice in one object.`)
  refuseUnstorable(value)
  return value
}

export function isForm(headers: HeaderMap): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

/** Parses an application/x-www-form-urlencoded body. If a field is repeated, the first value counts. */
export function readForm(bytes: Uint8Array | null): unknown {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes ?? new Uint8Array())))
    fields[name] ??= value
  refuseUnstorable(fields)
  return { ...fields }
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

/** Counts values before parsing. Every comma and opening bracket adds at most one value. */
function refuseManyValues(bytes: Uint8Array): void {
  // A member takes at least five bytes and a value at least one, so a smaller body cannot exceed a limit.
  if (bytes.length <= 5 * MAX_MEMBERS) return
  let values = 1
  /** Member counts of the currently open objects and arrays. */
  const members = [0]
  let isInString = false
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i]
    if (code === QUOTE) isInString = !isInString
    else if (isInString) {
      if (code === BACKSLASH) i++
    } else if (code === COLON) {
      members.push((members.pop() ?? 0) + 1)
      if (members.at(-1)! > MAX_MEMBERS)
        throw refused('body', `The body has an object of more than ${MAX_MEMBERS} fields.`)
    } else if (code === CLOSE || code === CLOSE_LIST) members.pop()
    else if (code === COMMA || code === OPEN || code === OPEN_LIST) {
      if (code !== COMMA) members.push(0)
      if (++values > MAX_VALUES) throw refused('body', `The body has more than ${MAX_VALUES} values.`)
    }
  }
}

/** Duplicate keys are ambiguous: JSON.parse uses the last one, other parsers the first. `text` must be valid JSON. */
function findDuplicate(text: string): string | null {
  const open: Set<string>[] = []
  let start = 0
  let end = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      start = i
      i = stringEnd(text, i)
      end = i + 1
    } else if (code === OPEN) open.push(new Set())
    else if (code === CLOSE) open.pop()
    else if (code === COLON) {
      const written = text.slice(start + 1, end - 1)
      const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
      const seen = open.at(-1)
      if (seen?.has(name)) return shown(name)
      seen?.add(name)
    }
  }
  return null
}

/** Not a regular expression, which would take 200 ms for a string of 1 MB. */
function stringEnd(text: string, start: number): number {
  let i = start + 1
  for (let code = text.charCodeAt(i); code !== QUOTE; code = text.charCodeAt(i)) i += code === BACKSLASH ? 2 : 1
  return i
}

/** Rejects POLLUTING names, and NUL and unpaired surrogates, which PostgreSQL cannot store and SQLite would change. */
function refuseUnstorable(value: unknown): void {
  const found = findUnstorable(value)
  if (found === null) return
  if ('name' in found) throw refused(found.name, `"${found.name}" is not allowed as a field name.`)
  const path = found.path.replace(/^\./, '') || 'body'
  throw refused(path, `${path} contains a NUL or an unpaired surrogate, which cannot be stored.`)
}

type Unstorable = { readonly name: string } | { readonly path: string }

/** Builds the path only when it finds something: a path for every value would cost more than the check. */
function findUnstorable(value: unknown): Unstorable | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path: '' }
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = findUnstorable(value[i])
      if (found) return within(`[${i}]`, found)
    }
    return null
  }
  for (const name of Object.keys(value)) {
    if (POLLUTING.has(name) || !isStorable(name)) return { name: shown(name) }
    const found = findUnstorable((value as Readonly<Record<string, unknown>>)[name])
    if (found) return within(`.${shown(name)}`, found)
  }
  return null
}

function within(step: string, found: Unstorable): Unstorable {
  return 'name' in found ? found : { path: step + found.path }
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
