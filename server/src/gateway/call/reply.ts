/** A provider's answer as the plan sees it: in the caller's format, whole where it is small, else still to be read. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { type HeaderMap, isPlain } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { UpstreamResponse } from '../../egress/outbound.ts'
import { readRetryAfterMs } from '../../policies/backoff.ts'
import type { CircuitResult } from '../../policies/circuit.ts'
import { ResponseBody } from '../answer/answer-body.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import { withLargeTexts } from '../large/large-texts.ts'
import { TranslatedUsage } from './stream-usage.ts'
import { translateStream } from './translated-stream.ts'
import { decodeAnswer, type Translation } from './translation.ts'
import type { UpstreamCall } from './upstream-call.ts'

/** Answers up to here are read whole before anything goes to the caller, so that a cut one can still be handed on from. */
export const WHOLE_BYTES = 256 * 1024
/** A translated answer has to be in memory whole. */
const MAX_TRANSLATED_BYTES = 32 * 1024 * 1024

type Decode = (bytes: Uint8Array) => Awaitable<Uint8Array>

export type UpstreamReply = {
  readonly target: Target
  readonly status: number
  readonly headers: HeaderMap
  readonly isEventStream: boolean
  /** The whole body, or what is still to be read. */
  body: Uint8Array | ResponseBody
  /** True when an error event came before any content. */
  hasError: boolean
  /** True when the body would be read whole, had the plan not been about to move on. */
  readonly isUnread?: boolean
  /** Translates the body once it has been read; null when it goes out as received, or translated as it comes. */
  readonly decode?: Decode | null
  /** Null when the answer came from the cache. */
  readonly call: UpstreamCall | null
  readonly firstByteMs: number
  /** Set when it is no answer at all but a refusal of ours, which the plan may act on like a provider's. */
  readonly refusal?: GatewayError
  /** Tells the target's circuit how a stream ended. */
  readonly settle: ((result: CircuitResult) => void) | null
}

/** How long the provider asks to be left alone; null when it does not say. */
export function askedToWaitMs({ headers }: UpstreamReply): number | null {
  return readRetryAfterMs({ get: (name) => headers[name] ?? null }, Date.now())
}

export function readReply(
  call: UpstreamCall,
  answer: UpstreamResponse,
  translation: Translation | null,
  onSettled: ((result: CircuitResult) => void) | null,
  isPassing: boolean,
  bodies: LargeBodies,
): Awaitable<UpstreamReply> {
  const firstByteMs = call.begin()
  const { status, headers } = answer
  checkStatus(status)
  if (status > 299) call.failureStatus = status
  const type = headers['content-type'] ?? ''
  const reading = translation
    ? translated(call, answer, type, translation, isPassing, bodies)
    : asReceived(call, answer, type, isPassing)
  const replyOf = (read: Read) => replyWith(call, answer, read, firstByteMs, onSettled)
  return reading instanceof Promise ? reading.then(replyOf) : replyOf(reading)
}

function replyWith(
  call: UpstreamCall,
  { status, headers }: UpstreamResponse,
  { body, isEventStream, headers: changed, isUnread = false, decode = null }: Read,
  firstByteMs: number,
  onSettled: ((result: CircuitResult) => void) | null,
): UpstreamReply {
  // What would have been whole by now is judged by its status alone.
  const settle = body instanceof ResponseBody && !isUnread ? onSettled : null
  return {
    target: call.target,
    status,
    headers: changed ?? headers,
    isEventStream,
    body,
    hasError: false,
    isUnread,
    decode,
    call,
    firstByteMs,
    settle,
  }
}

function checkStatus(status: number): void {
  if (status >= 200 && status <= 599) return
  throw new GatewayError('upstream_broken', {
    message: `The provider answered with status ${status}, which is none.`,
  })
}

type Read = Pick<UpstreamReply, 'isEventStream' | 'body' | 'isUnread' | 'decode'> & { readonly headers?: HeaderMap }

function asReceived(call: UpstreamCall, answer: UpstreamResponse, type: string, isPassing: boolean): Awaitable<Read> {
  const { endpoint } = call.exchange.incoming
  const isEventStream = type.startsWith('text/event-stream')
  const length = answer.headers['content-length']
  const isShort = answer.isBodiless || (length !== undefined && Number(length) <= WHOLE_BYTES)
  if (isShort && !isEventStream && (!isPassing || answer.isBodiless)) {
    const bytes = answer.bytes()
    return bytes instanceof Promise ? bytes.then((body) => ({ isEventStream, body })) : { isEventStream, body: bytes }
  }
  const body = new ResponseBody(() => answer.read())
  // First-class JSON is small and sent in one go; a pass-through answer without a length may be a slow stream of its own kind.
  const isJson = length === undefined && type.includes('json') && endpoint.name !== 'proxy'
  // A runtime that refuses a body with 205 refuses a stream of none too.
  const isWhole = answer.status === 205 || (isJson && !isEventStream)
  if (isPassing && (isWhole || isShort)) return { isEventStream, body, isUnread: !isEventStream }
  if (!isWhole) return { isEventStream, body }
  return readUpTo(call, body, WHOLE_BYTES).then((read) => ({ isEventStream, body: read }))
}

async function translated(
  call: UpstreamCall,
  answer: UpstreamResponse,
  type: string,
  translation: Translation,
  isPassing: boolean,
  bodies: LargeBodies,
): Promise<Read> {
  const { status, headers } = answer
  if (!isPlain(headers)) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider compressed an answer that has to be translated.',
    })
  }
  const body = new ResponseBody(() => answer.read())
  if (status < 300 && /^(text\/event-stream|application\/vnd\.amazon\.eventstream)/.test(type)) {
    return {
      headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8' },
      isEventStream: true,
      body: translateStream(body, translation, {
        onUsage: (usage) => call.countUsage(usage),
        isLarge: (event) => bodies.isLarge(event),
        readLarge: (event) => bodies.event(call.exchange, event),
      }),
    }
  }
  const { largeTexts } = translation
  const decoded: Decode = (bytes) =>
    bodies.isLarge(bytes)
      ? decodeLarge(call, status, bytes, translation, bodies)
      : decodeAnswer(status, bytes, translation, (usage) => call.countUsage(usage))
  const decode: Decode = largeTexts
    ? async (bytes) => Buffer.concat(withLargeTexts(await decoded(bytes), largeTexts))
    : decoded
  const json = { ...headers, 'content-type': 'application/json' }
  if (isPassing) return { headers: json, isEventStream: false, body, isUnread: true, decode }
  return { headers: json, isEventStream: false, body: await readDecoded(call, body, decode) }
}

async function readDecoded(call: UpstreamCall, body: ResponseBody, decode: Decode): Promise<Uint8Array> {
  const bytes = await readUpTo(call, body, MAX_TRANSLATED_BYTES)
  if (!(bytes instanceof ResponseBody)) return decode(bytes)
  throw new GatewayError('upstream_broken', { message: 'The provider sent an answer too large to translate.' })
}

async function decodeLarge(
  call: UpstreamCall,
  status: number,
  answer: Uint8Array,
  { context, request, echo }: Translation,
  bodies: LargeBodies,
): Promise<Uint8Array> {
  const { exchange } = call
  const { body, usage } = await bodies.decode(exchange, {
    status,
    answer,
    endpoint: exchange.incoming.endpoint.name,
    provider: call.target.provider.slug,
    model: context.model,
    request,
    echo: echo ?? null,
    nowSeconds: context.nowSeconds,
  })
  // A message between threads keeps the fields and loses the class.
  if (usage !== null) call.countUsage(Object.assign(new TranslatedUsage(), usage))
  return body
}

/** Reads a response the plan was about to move on from and did not. */
export async function readWhole(reply: UpstreamReply): Promise<void> {
  const { call, body, status, decode } = reply
  if (!call || !(body instanceof ResponseBody)) return
  try {
    reply.body = decode ? await readDecoded(call, body, decode) : await readUpTo(call, body, WHOLE_BYTES)
  } catch (error) {
    const reason = call.explain(error)
    if (reason === 'abandoned') throw error
    call.recordUnreadable(reason)
    throw reason
  }
  if (!(reply.body instanceof ResponseBody)) call.record(status, null)
}

/** The whole body, or (when it is larger) the body with what was read given back. */
async function readUpTo(
  call: UpstreamCall,
  body: ResponseBody,
  limitBytes: number,
): Promise<Uint8Array | ResponseBody> {
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
