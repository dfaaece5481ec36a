/** Takes a request off the wire: where it wants to go, its trace id, and its body under a limit. */

import { BodyReader, joined } from '../core/body/body-reader.ts'
import { boundaryOf, formFields } from '../core/body/multipart.ts'
import { findEndpoint } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import { type HeaderMap, headerMap } from '../core/headers.ts'
import { prefixed } from '../core/options/prefixed.ts'
import type { Awaitable } from '../core/ports.ts'
import { splitUrl } from '../core/request-url.ts'
import { Exchange } from './exchange.ts'
import type { LargeBodies, ReadBody } from './large/body-workers.ts'
import { readIfJson, readJson } from './read-json.ts'

/** Bodies up to here are kept and may be sent again; JSON is kept up to the body limit. */
const REPLAYABLE_BYTES = 1024 * 1024

/**
 * Bodies with a declared length up to here are read in one call and counted before they arrive: 11 µs of CPU less than
 * reading the stream. Larger ones are counted as they arrive.
 */
const SMALL_BODY_BYTES = 64 * 1024

const MAX_HEADERS = 100

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

export type ReceivePorts = { readonly maxBodyBytes: number; readonly bodies: LargeBodies }

/** Reads the body once. Uploads too large to keep stay a stream. */
export function receive(exchange: Exchange, { maxBodyBytes, bodies }: ReceivePorts): Awaitable<void> {
  const { method, endpoint, headers, request } = exchange.incoming
  if (method === 'GET' || method === 'HEAD') return
  const sizeBytes = declaredBytes(headers)
  if (endpoint.body === 'json') return receiveJson(exchange, sizeBytes, maxBodyBytes, bodies)
  if (request.body === null || sizeBytes === 0) return
  return receiveAny(exchange, request.body, sizeBytes, { maxBodyBytes, bodies })
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
  { maxBodyBytes, bodies }: ReceivePorts,
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
  if (!(body instanceof Uint8Array)) exchange.body = { kind: 'stream', stream: body, sizeBytes: null, taken: false }
  else if (isJson && bodies.isLarge(body) && isPlainJson(headers)) {
    takeRead(exchange, body, await bodies.read(exchange, body, 'optional'))
  } else takeBytes(exchange, body)
}

function isPlainJson(headers: HeaderMap): boolean {
  return headers['content-encoding'] === undefined && boundaryOf(headers['content-type']) === null
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
      if (chunk === null) return await joined(chunks, reader.receivedBytes)
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
  } else if (isJsonType(headers['content-type'])) exchange.params = readIfJson(bytes)
}

function receiveJson(
  exchange: Exchange,
  sizeBytes: number | null,
  maxBodyBytes: number,
  bodies: LargeBodies,
): Awaitable<void> {
  checkJsonHeaders(exchange.incoming.headers)
  const bytes = readWhole(exchange, sizeBytes, maxBodyBytes)
  return bytes instanceof Promise
    ? bytes.then((read) => takeJson(exchange, read, bodies))
    : takeJson(exchange, bytes, bodies)
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

function takeJson(exchange: Exchange, bytes: Uint8Array, bodies: LargeBodies): Awaitable<void> {
  if (!bodies.isLarge(bytes)) {
    exchange.params = readJson(bytes)
    exchange.body = { kind: 'bytes', bytes }
    return
  }
  return bodies.read(exchange, bytes, 'required').then((read) => takeRead(exchange, bytes, read))
}

function takeRead(exchange: Exchange, bytes: Uint8Array, read: ReadBody | null): void {
  exchange.body = { kind: 'bytes', bytes }
  exchange.params = read?.outline ?? null
  exchange.facts = read?.facts ?? null
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
