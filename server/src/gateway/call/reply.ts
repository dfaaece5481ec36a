/** A provider's answer as the plan sees it: in the caller's format, whole where it is small, else still to be read. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { type HeaderMap, headerMap, isPlain } from '../../core/headers.ts'
import { readRetryAfterMs } from '../../policies/backoff.ts'
import type { CircuitResult } from '../../policies/circuit.ts'
import { AnswerBody } from '../answer/answer-body.ts'
import { translateStream } from './translated-stream.ts'
import { decodeAnswer, type Translation } from './translation.ts'
import type { UpstreamCall } from './upstream-call.ts'

/** Answers up to here are read whole before anything goes to the caller, so that a cut one can still be handed on from. */
export const WHOLE_BYTES = 256 * 1024
/** A translated answer has to be in memory whole. */
const MAX_TRANSLATED_BYTES = 32 * 1024 * 1024
const MAX_HEADER_BYTES = 64 * 1024

export type Reply = {
  readonly target: Target
  readonly status: number
  readonly headers: HeaderMap
  readonly isEventStream: boolean
  /** The whole body, or what is still to be read. */
  body: Uint8Array | AnswerBody
  /** True when an error event came before any content. */
  hasError: boolean
  /** Null when the answer came from the cache. */
  readonly call: UpstreamCall | null
  readonly firstByteMs: number
  /** Set when it is no answer at all but a refusal of ours, which the plan may act on like a provider's. */
  readonly refusal?: GatewayError
  /** Tells the target's circuit how a stream ended. */
  readonly settle: ((result: CircuitResult) => void) | null
}

/** How long the provider asks to be left alone; null when it does not say. */
export function askedToWaitMs({ headers }: Reply): number | null {
  return readRetryAfterMs({ get: (name) => headers[name] ?? null }, Date.now())
}

export async function readReply(
  call: UpstreamCall,
  response: Response,
  translation: Translation | null,
  onSettled: ((result: CircuitResult) => void) | null,
): Promise<Reply> {
  const firstByteMs = call.begin()
  const { status } = response
  const headers = headerMap(response.headers)
  checkHead(status, headers)
  const type = headers['content-type'] ?? ''
  const read = translation
    ? await translated(call, response, headers, type, translation)
    : await asReceived(call, response, headers, type)
  const settle = read.body instanceof AnswerBody ? onSettled : null
  return { target: call.target, status, headers, hasError: false, call, firstByteMs, settle, ...read }
}

function checkHead(status: number, headers: HeaderMap): void {
  if (status < 200 || status > 599) {
    throw new GatewayError('upstream_broken', {
      message: `The provider answered with status ${status}, which is none.`,
    })
  }
  let bytes = 0
  for (const name in headers) bytes += name.length + headers[name]!.length
  if (bytes > MAX_HEADER_BYTES) {
    throw new GatewayError('upstream_broken', {
      message: `The provider sent ${bytes} bytes of headers, more than a client takes.`,
    })
  }
}

type Read = Pick<Reply, 'isEventStream' | 'body'> & { readonly headers?: HeaderMap }

async function asReceived(call: UpstreamCall, response: Response, headers: HeaderMap, type: string): Promise<Read> {
  const { method, endpoint } = call.exchange.incoming
  const isEventStream = type.startsWith('text/event-stream')
  const stream = response.body
  if (stream === null || method === 'HEAD') return { isEventStream, body: new Uint8Array() }
  const length = headers['content-length']
  if (!isEventStream && length !== undefined && Number(length) <= WHOLE_BYTES) {
    return { isEventStream, body: await response.bytes() }
  }
  const body = AnswerBody.of(stream)
  // First-class JSON is small and sent in one go; a pass-through answer without a length may be a slow stream of its own kind.
  const isWhole = !isEventStream && length === undefined && type.includes('json') && endpoint.name !== 'proxy'
  return { isEventStream, body: isWhole ? await readUpTo(call, body, WHOLE_BYTES) : body }
}

async function translated(
  call: UpstreamCall,
  response: Response,
  headers: HeaderMap,
  type: string,
  translation: Translation,
): Promise<Read> {
  if (!isPlain(headers)) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider compressed an answer that has to be translated.',
    })
  }
  const body = response.body === null ? new AnswerBody(async () => null) : AnswerBody.of(response.body)
  if (response.ok && /^(text\/event-stream|application\/vnd\.amazon\.eventstream)/.test(type)) {
    return {
      headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8' },
      isEventStream: true,
      body: translateStream(body, translation, (usage) => call.exchange.countUsage(usage)),
    }
  }
  const bytes = await readUpTo(call, body, MAX_TRANSLATED_BYTES)
  if (bytes instanceof AnswerBody) {
    throw new GatewayError('upstream_broken', { message: 'The provider sent an answer too large to translate.' })
  }
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    isEventStream: false,
    body: decodeAnswer(response.status, bytes, translation, (usage) => call.exchange.countUsage(usage)),
  }
}

/** The whole body, or (when it is larger) the body with what was read given back. */
async function readUpTo(call: UpstreamCall, body: AnswerBody, limitBytes: number): Promise<Uint8Array | AnswerBody> {
  const chunks: Uint8Array[] = []
  let total = 0
  while (total <= limitBytes) {
    const chunk = await body.read()
    if (chunk === null) return Buffer.concat(chunks)
    call.exchange.touch()
    chunks.push(chunk)
    total += chunk.length
  }
  body.hold(chunks)
  return body
}
