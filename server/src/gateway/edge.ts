/** Takes a request off the wire: where it wants to go, its trace id, and its body under a limit. */

import { BodyReader, joined } from '../core/body/body-reader.ts'
import { countMembers, isDeeperThan, MAX_DEPTH, membersOf, parseObject } from '../core/body/json-text.ts'
import { boundaryOf, formFields } from '../core/body/multipart.ts'
import { findEndpoint } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import { type HeaderMap, headerMap } from '../core/headers.ts'
import { prefixed } from '../core/options/prefixed.ts'
import type { Awaitable } from '../core/ports.ts'
import { splitUrl } from '../core/request-url.ts'
import { Exchange } from './exchange.ts'

/** Bodies up to here are kept and may be sent again; JSON is kept up to the body limit. */
const REPLAYABLE_BYTES = 1024 * 1024

/**
 * Bodies with a declared length up to here are read in one call and counted before they arrive: 11 µs of CPU less than
 * reading the stream. Larger ones are counted as they arrive.
 */
const SMALL_BODY_BYTES = 64 * 1024

const MAX_HEADERS = 100

const COMMA = 0x2c

/** Members we act on: sent twice, we and the provider might each believe another one. */
const ACTED_ON: ReadonlySet<string> = new Set(['model', 'stream', 'stream_options', 'max_tokens', 'n'])

export function openExchange(request: Request, prefixes: readonly string[]): Exchange {
  const headers = headerMap(request.headers)
  const { pathname, search } = splitUrl(request.url)
  const isProxy = pathname.startsWith('/v1/proxy/')
  const path = pathname.slice(isProxy ? '/v1/proxy'.length : '/v1'.length)
  const endpoint = findEndpoint(request.method, isProxy ? '' : path)
  const id = Bun.randomUUIDv7()
  const traceId = traceIdOf(headers, prefixes) ?? id
  return new Exchange({ method: request.method, pathname, path, search, endpoint, headers, traceId, request }, id)
}

/** The caller's trace id where it is usable, else W3C's. Without one the request's own id is it: every answer carries one. */
function traceIdOf(headers: HeaderMap, prefixes: readonly string[]): string | null {
  for (const name of prefixed(prefixes, 'trace-id')) {
    const given = headers[name]
    if (given !== undefined && given.length <= 128 && /^[\x20-\x7e]+$/.test(given)) return given
  }
  const parent = headers['traceparent']
  const match = parent === undefined ? null : /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(parent)
  return match?.[1] ?? null
}

export function checkHeaderCount(exchange: Exchange): void {
  let count = 0
  for (const _ in exchange.incoming.headers) count++
  if (count > MAX_HEADERS) throw new GatewayError('too_many_headers', { message: `The request has ${count} headers.` })
}

/** Reads the body once. Uploads too large to keep stay a stream. */
export function receive(exchange: Exchange, maxBodyBytes: number): Awaitable<void> {
  const { method, endpoint, headers, request } = exchange.incoming
  if (method === 'GET' || method === 'HEAD') return
  const sizeBytes = declaredBytes(headers)
  if (endpoint.body === 'json') return receiveJson(exchange, sizeBytes, maxBodyBytes)
  if (request.body === null || sizeBytes === 0) return
  return receiveAny(exchange, request.body, sizeBytes, maxBodyBytes)
}

function declaredBytes(headers: HeaderMap): number | null {
  const length = headers['content-length']
  if (length === undefined) return null
  const bytes = Number(length)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}

async function receiveAny(
  exchange: Exchange,
  stream: ReadableStream<Uint8Array>,
  sizeBytes: number | null,
  maxBodyBytes: number,
): Promise<void> {
  const { headers } = exchange.incoming
  const isJson = isJsonType(headers['content-type'])
  const keepBytes = isJson ? maxBodyBytes : REPLAYABLE_BYTES
  if (sizeBytes !== null && sizeBytes > keepBytes) {
    exchange.body = { kind: 'stream', stream, sizeBytes, taken: false }
    return
  }
  const body =
    sizeBytes === null ? await readUpTo(exchange, stream, keepBytes) : await readWhole(exchange, sizeBytes, keepBytes)
  if (body instanceof Uint8Array) takeBytes(exchange, body)
  else exchange.body = { kind: 'stream', stream: body, sizeBytes: null, taken: false }
}

/** The whole body, or (when it is longer than the limit) a stream that begins with what was read already. */
async function readUpTo(
  exchange: Exchange,
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const reader = new BodyReader(stream, exchange.bodyHold)
  exchange.bodyReader = reader
  try {
    const chunks: Uint8Array[] = []
    while (reader.receivedBytes <= limitBytes) {
      const chunk = await reader.read()
      if (chunk === null) return joined(chunks)
      chunks.push(chunk)
    }
    return reader.streamFrom(chunks)
  } finally {
    exchange.bodyReader = null
  }
}

/** Keeps a body that is forwarded as given, valid or not, and looks at its parameters where they can be read. */
export function takeBytes(exchange: Exchange, bytes: Uint8Array): void {
  exchange.body = { kind: 'bytes', bytes }
  const { headers } = exchange.incoming
  if (headers['content-encoding'] !== undefined) return
  const boundary = boundaryOf(headers['content-type'])
  if (boundary !== null) {
    exchange.params = formFields(bytes, boundary)
    exchange.formBoundary = boundary
  } else if (isJsonType(headers['content-type']) && !isDeeperThan(bytes, MAX_DEPTH)) {
    const params = parseObject(bytes)
    if (typeof params !== 'string') exchange.params = params
  }
}

function receiveJson(exchange: Exchange, sizeBytes: number | null, maxBodyBytes: number): Awaitable<void> {
  checkJsonHeaders(exchange.incoming.headers)
  const bytes = readWhole(exchange, sizeBytes, maxBodyBytes)
  return bytes instanceof Promise ? bytes.then((read) => takeJson(exchange, read)) : takeJson(exchange, bytes)
}

function checkJsonHeaders(headers: HeaderMap): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new GatewayError('unsupported_encoding', { param: 'content-encoding' })
  const type = headers['content-type']
  if (type !== undefined && !isJsonType(type)) {
    throw new GatewayError('unsupported_media_type', {
      param: 'content-type',
      message: `This endpoint takes application/json, not ${type.slice(0, 64)}.`,
      hint: 'Send Content-Type: application/json.',
    })
  }
}

function takeJson(exchange: Exchange, bytes: Uint8Array): void {
  checkMemberCount(bytes)
  const memberCount = countMembers(bytes, MAX_DEPTH)
  if (memberCount === null) {
    throw new GatewayError('invalid_body', {
      param: 'body',
      message: `The request body nests deeper than ${MAX_DEPTH} levels.`,
    })
  }
  const params = parseObject(bytes)
  if (typeof params === 'string') {
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not a JSON object: ${params}.`,
    })
  }
  // The parser keeps one of two members with the same name, so fewer of them are left than were written.
  if (memberCount > Object.keys(params).length) refuseDuplicates(bytes)
  exchange.body = { kind: 'bytes', bytes }
  exchange.params = params
}

function refuseDuplicates(bytes: Uint8Array): void {
  const seen = new Set<string>()
  for (const { key } of membersOf(bytes)) {
    if (!ACTED_ON.has(key)) continue
    if (seen.has(key)) {
      throw new GatewayError('duplicate_member', { param: key, message: `The request body names "${key}" twice.` })
    }
    seen.add(key)
  }
}

/** Parsing takes time by the member, not by the byte: an image is one long string, a hostile body is all commas. */
const MAX_MEMBERS = 1_000_000

function checkMemberCount(bytes: Uint8Array): void {
  if (bytes.length <= MAX_MEMBERS) return
  let count = 0
  for (let i = bytes.indexOf(COMMA); i >= 0; i = bytes.indexOf(COMMA, i + 1)) {
    if (++count <= MAX_MEMBERS) continue
    throw new GatewayError('invalid_body', {
      param: 'body',
      message: `The request body has more than ${MAX_MEMBERS} members.`,
    })
  }
}

function isJsonType(type: string | undefined | null): boolean {
  return type?.toLowerCase().includes('json') === true
}

function readWhole(exchange: Exchange, sizeBytes: number | null, limitBytes: number): Awaitable<Uint8Array> {
  const { request } = exchange.incoming
  if (sizeBytes !== null) {
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
    if (sizeBytes <= SMALL_BODY_BYTES) {
      exchange.bodyHold?.hold(sizeBytes)
      return request.bytes()
    }
    // A body that does not fit now is refused before it is sent; nothing is reserved for one that does.
    exchange.bodyHold?.check(sizeBytes)
  }
  return request.body === null ? new Uint8Array() : readLimited(exchange, request.body, limitBytes)
}

export async function readLimited(
  exchange: Exchange,
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array> {
  const reader = new BodyReader(stream, exchange.bodyHold)
  exchange.bodyReader = reader
  try {
    return await reader.readAll(limitBytes, tooLarge)
  } finally {
    exchange.bodyReader = null
  }
}

function tooLarge(limitBytes: number): GatewayError {
  return new GatewayError('body_too_large', {
    param: 'body',
    message: `The request body is larger than ${limitBytes} bytes.`,
  })
}
