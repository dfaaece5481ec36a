/** The request body: read once under a limit, parsed once, buffered where it may have to be sent again. */

import { BodyReader, joined } from '../../core/body/body-reader.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import { boundaryOf, formFields } from '../../core/body/multipart.ts'
import type { Endpoint } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import type { BodyHold } from '../admit/body-memory.ts'
import type { ClientConnection } from '../client-connection.ts'
import type { BodyFacts } from '../large/body-facts.ts'
import type { LargeBodies, ReadBody } from '../large/body-workers.ts'
import { readIfJson, readJson } from './read-json.ts'

/** Bodies up to here are buffered and may be sent again. JSON is buffered up to the body limit. */
const REPLAYABLE_BYTES = 1024 * 1024

/**
 * Bodies with a declared length up to here are read in one call and counted before they arrive: 11 µs of CPU less than
 * reading the stream. Larger ones are counted as they arrive.
 */
const SMALL_BODY_BYTES = 64 * 1024

export type BodyContent =
  | { readonly kind: 'none' }
  /** In memory: may be sent again by a retry or fallback. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Too large to buffer: it can be sent once. */
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array>; readonly sizeBytes: number | null }

const NO_CONTENT: BodyContent = { kind: 'none' }

/** Changes once at most: a streamed form is buffered if the target changes its fields. */
export class RequestBody {
  #content: BodyContent = NO_CONTENT
  #params: JsonObject | null = null
  #formBoundary: string | null = null
  #facts: BodyFacts | null = null
  #isStreamTaken = false

  static ofBytes(bytes: Uint8Array, params: JsonObject | null, facts: BodyFacts | null = null): RequestBody {
    const body = new RequestBody()
    body.#content = { kind: 'bytes', bytes }
    body.#params = params
    body.#facts = facts
    return body
  }

  /** A request without a body, whose model is named elsewhere. */
  static ofModel(model: string | null): RequestBody {
    const body = new RequestBody()
    if (model !== null) body.#params = { model }
    return body
  }

  static ofStream(stream: ReadableStream<Uint8Array>, sizeBytes: number | null): RequestBody {
    const body = new RequestBody()
    body.#content = { kind: 'stream', stream, sizeBytes }
    return body
  }

  /** A body that is forwarded as it is, valid or not. Its parameters are parsed where that is possible. */
  static ofForwarded(bytes: Uint8Array, headers: HeaderMap): RequestBody {
    const body = new RequestBody()
    body.#takeForwarded(bytes, headers)
    return body
  }

  get content(): BodyContent {
    return this.#content
  }

  /** The JSON body parsed, or the text fields of the form; null if it has neither. Of a large body: the outline. */
  get params(): JsonObject | null {
    return this.#params
  }

  /** Set if the body is large: `params` is then only its outline. */
  get facts(): BodyFacts | null {
    return this.#facts
  }

  /** Set if the body is a form. */
  get formBoundary(): string | null {
    return this.#formBoundary
  }

  get model(): string | null {
    const model = this.#params?.['model']
    return typeof model === 'string' ? model : null
  }

  /** Null if it is streamed without a declared length. */
  get sizeBytes(): number | null {
    const content = this.#content
    return content.kind === 'bytes' ? content.bytes.length : content.kind === 'stream' ? content.sizeBytes : 0
  }

  /** False once an upload that is too large to buffer has started. */
  get isReplayable(): boolean {
    return !this.#isStreamTaken
  }

  /** The stream, to be sent upstream. */
  takeStream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    this.#isStreamTaken = true
    return stream
  }

  /** Reads a streamed form into memory: its fields are needed. */
  async bufferForm(request: BodySource, maxBodyBytes: number): Promise<void> {
    const { headers } = request.head
    if (this.#content.kind !== 'stream' || boundaryOf(headers['content-type']) === null) return
    this.#takeForwarded(await readLimited(request, this.#content.stream, maxBodyBytes), headers)
  }

  #takeForwarded(bytes: Uint8Array, headers: HeaderMap): void {
    this.#content = { kind: 'bytes', bytes }
    if (headers['content-encoding'] !== undefined) return
    const boundary = boundaryOf(headers['content-type'])
    if (boundary !== null) {
      this.#params = formFields(bytes, boundary)
      this.#formBoundary = boundary
    } else if (isJsonType(headers['content-type'])) this.#params = readIfJson(bytes)
  }
}

export type BodyLimits = { readonly maxBodyBytes: number; readonly bodies: LargeBodies }

/** The request whose body is read. */
export type BodySource = {
  readonly head: { readonly method: string; readonly endpoint: Endpoint; readonly headers: HeaderMap }
  readonly connection: ClientConnection
  /** Null if the body is not counted. */
  readonly memory: BodyHold | null
}

/** Reads the body once. Uploads too large to buffer stay a stream. */
export async function readBody(request: BodySource, { maxBodyBytes, bodies }: BodyLimits): Promise<RequestBody> {
  const { head, connection } = request
  const { method, endpoint, headers } = head
  if (method === 'GET' || method === 'HEAD') return new RequestBody()
  const sizeBytes = declaredBytes(headers)
  if (endpoint.body === 'json') {
    checkJsonHeaders(headers)
    const bytes = await readWhole(request, sizeBytes, maxBodyBytes)
    if (!bodies.isLarge(bytes)) return RequestBody.ofBytes(bytes, readJson(bytes))
    return ofLarge(bytes, await bodies.read(connection, bytes, 'required'))
  }
  const stream = connection.request.body
  if (stream === null || sizeBytes === 0) return new RequestBody()
  const isJson = isJsonType(headers['content-type'])
  const bufferBytes = isJson ? maxBodyBytes : REPLAYABLE_BYTES
  if (sizeBytes !== null && sizeBytes > bufferBytes) return RequestBody.ofStream(stream, sizeBytes)
  const body =
    sizeBytes === null ? await readUpTo(request, stream, bufferBytes) : await readWhole(request, sizeBytes, bufferBytes)
  if (!(body instanceof Uint8Array)) return RequestBody.ofStream(body, null)
  if (isJson && bodies.isLarge(body) && isPlainJson(headers))
    return ofLarge(body, await bodies.read(connection, body, 'optional'))
  return RequestBody.ofForwarded(body, headers)
}

function ofLarge(bytes: Uint8Array, read: ReadBody | null): RequestBody {
  return RequestBody.ofBytes(bytes, read?.outline ?? null, read?.facts ?? null)
}

function declaredBytes(headers: HeaderMap): number | null {
  const length = headers['content-length']
  if (length === undefined) return null
  const bytes = Number(length)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}

function isPlainJson(headers: HeaderMap): boolean {
  return headers['content-encoding'] === undefined && boundaryOf(headers['content-type']) === null
}

function isJsonType(type: string | undefined | null): boolean {
  return type?.toLowerCase().includes('json') === true
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

async function readWhole(request: BodySource, sizeBytes: number | null, limitBytes: number): Promise<Uint8Array> {
  const { connection, memory } = request
  if (sizeBytes !== null) {
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
    if (sizeBytes <= SMALL_BODY_BYTES) {
      memory?.hold(sizeBytes)
      connection.upload = { sinceMs: performance.now(), declaredBytes: sizeBytes }
      try {
        return await connection.request.bytes()
      } finally {
        connection.upload = null
      }
    }
    // Refuses a body that does not fit now, before the caller sends it. Memory is held only as bytes arrive.
    memory?.check(sizeBytes)
  }
  const stream = connection.request.body
  return stream === null ? new Uint8Array() : readLimited(request, stream, limitBytes)
}

async function readLimited(
  { connection, memory }: BodySource,
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array> {
  const reader = new BodyReader(stream, memory)
  connection.upload = reader
  try {
    return await reader.readAll(limitBytes, tooLarge)
  } finally {
    connection.upload = null
  }
}

/** The whole body. If it is longer than the limit: a stream that starts with the bytes read so far. */
async function readUpTo(
  { connection, memory }: BodySource,
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const reader = new BodyReader(stream, memory)
  connection.upload = reader
  try {
    const chunks: Uint8Array[] = []
    while (reader.receivedBytes <= limitBytes) {
      const chunk = await reader.read()
      if (chunk === null) return await joined(chunks, reader.receivedBytes)
      chunks.push(chunk)
    }
    return reader.streamFrom(chunks)
  } finally {
    connection.upload = null
  }
}

function tooLarge(limitBytes: number): GatewayError {
  return new GatewayError('body_too_large', {
    param: 'body',
    message: `The request body is larger than ${limitBytes} bytes.`,
  })
}
