/**
 * Finds out, before the record is made, what an exchange consumed where its provider does not say: the tokens of a stream
 * that was cut or never counted, the usage in an answer that came compressed. Both are work for a worker, so the last byte
 * waits for it, but not for long; a caller that has left waits for nothing.
 */

import { type HeaderMap, isPlain } from '../../core/headers.ts'
import { isObject } from '../../core/money/usage-counts.ts'
import type { Ending } from '../../core/record.ts'
import { eventsInChunks, isBinaryEvents } from '../answer/binary-events.ts'
import { Capture } from '../answer/capture.ts'
import type { UpstreamReply } from '../call/reply.ts'
import { TranslatedUsage, wantsNoUsage } from '../call/stream-usage.ts'
import type { Exchange } from '../exchange.ts'
import { countUsage } from './count-usage.ts'
import type { Counted, Missing } from './counted.ts'
import { countedHead } from './estimate-usage.ts'
import { isFinished } from './finished-answer.ts'
import { isChargeable } from './free-calls.ts'
import type { LocalCounter } from './local/token-counter.ts'

/** How long the last byte may wait. */
const COUNT_MS = 50
/** An answer that came compressed says what it cost or nobody does; only a worker's start takes as long as this. */
const UNPACK_MS = 1_000
/** Nobody waits for the last byte of an answer whose reader is gone. */
const LEFT_MS = 5_000
/** A longer request takes longer to read than anybody would wait. */
const MAX_REQUEST_BYTES = 1024 * 1024
const BODY_BYTES = 256 * 1024

const TEXT_ENDPOINTS: ReadonlySet<string> = new Set(['chat.completions', 'completions', 'messages', 'responses'])
/** The providers' own paths of the same. */
const TEXT_PATH =
  /\/(?:chat\/completions|completions|messages|responses|chat|converse|converse-stream|invoke-with-response-stream)$|(?:[gG]enerateContent|[rR]awPredict)$/

/** Anthropic tells the output bit by bit: without this event it is not all told. */
const LAST_COUNT = '"message_delta"'
const FIRST_COUNT = '"message_start"'
const LAST_BYTES = 16 * 1024
const FIRST_BYTES = 4_096

type End = {
  readonly ending: Ending
  readonly reply: UpstreamReply | null
  readonly answer: Capture
  /** True when the provider finished an answer and did not say in time what it used. */
  readonly isUnknown?: boolean
}

const NOTHING_MISSING: Missing = { input: false, output: false }

const NEVER_TOLD = 'usage: the caller left a finished answer before the provider said what it used, which is not known.'

/** Null when all is known already, as it is for nearly every answer. */
export function countMissing(exchange: Exchange, end: End, counter: LocalCounter): Promise<void> | null {
  const { reply, answer } = end
  if (!reply?.call || reply.status >= 400 || !isChargeable(exchange)) return null
  if (end.isUnknown) return leaveUnknown(exchange, answer)
  if (!isPlain(reply.headers)) return unpackAndCount(exchange, end, reply.headers, counter)
  const counted = countedIn(exchange, reply, answer)
  exchange.counted = counted
  return counted.missing.input || counted.missing.output ? countTexts(exchange, end, counted, counter) : null
}

/** Counting the text would miss all that a provider charges for beside it. */
function leaveUnknown(exchange: Exchange, answer: Capture): null {
  exchange.warn(NEVER_TOLD)
  exchange.counted = { answer, told: null, missing: NOTHING_MISSING, tokens: null }
  return null
}

/** What an answer that can be read tells, and what it does not. */
export function countedIn(exchange: Exchange, reply: UpstreamReply, answer: Capture): Counted {
  const readable = (isBinaryEvents(reply.headers) && eventsInChunks(answer)) || answer
  const told = countUsage(exchange, readable)
  return { answer: readable, told, missing: missingIn(exchange, reply, readable, told), tokens: null }
}

function missingIn(exchange: Exchange, reply: UpstreamReply, answer: Capture, told: Counted['told']): Missing {
  if (!reply.call) return NOTHING_MISSING
  if (exchange.incoming.endpoint.name === 'embeddings') return { input: told === null, output: false }
  if (!isText(exchange)) return NOTHING_MISSING
  const isStream = reply.isEventStream || isBinaryEvents(reply.headers)
  const isFinal = !isStream || isCountedToEnd(exchange, answer)
  // No request has 0 input tokens: before the last count, 0 is a placeholder.
  const input = isFinal ? (told?.inputTokens ?? null) : told?.inputTokens || null
  return { input: input === null, output: told?.outputTokens == null || !isFinal }
}

function isText({ incoming }: Exchange): boolean {
  const { endpoint, path } = incoming
  return TEXT_ENDPOINTS.has(endpoint.name) || (endpoint.name === 'proxy' && TEXT_PATH.test(path))
}

function isCountedToEnd({ hiddenUsage }: Exchange, answer: Capture): boolean {
  if (hiddenUsage instanceof TranslatedUsage) return hiddenUsage.isFinal
  return (
    answer.tail().subarray(-LAST_BYTES).includes(LAST_COUNT) ||
    !answer.head().subarray(0, FIRST_BYTES).includes(FIRST_COUNT)
  )
}

async function countTexts(exchange: Exchange, end: End, counted: Counted, counter: LocalCounter): Promise<void> {
  const { body, model } = exchange
  const isSent = counted.missing.input && body.kind === 'bytes' && body.bytes.length <= MAX_REQUEST_BYTES
  const job = {
    model: model ?? '',
    request: isSent ? body.bytes : null,
    answer: counted.missing.output && counted.answer ? countedHead(counted.answer) : null,
  }
  const tokens = await counter.count(job, end.ending === 'abandoned' ? LEFT_MS : COUNT_MS)
  exchange.counted = { ...counted, tokens }
}

async function unpackAndCount(exchange: Exchange, end: End, headers: HeaderMap, counter: LocalCounter): Promise<void> {
  const { reply, answer, ending } = end
  const encoding = headers['content-encoding'] ?? ''
  const unpacked = await counter.unpack(
    { bytes: answer.head(), encoding },
    ending === 'abandoned' ? LEFT_MS : UNPACK_MS,
  )
  if (!unpacked || !reply) return exchange.warn('usage: the answer came compressed and could not be read in time.')
  const plain = new Capture(BODY_BYTES)
  plain.push(unpacked.head)
  if (unpacked.tail.length > 0) plain.push(unpacked.tail)
  plain.totalBytes = unpacked.totalBytes
  const counted = countedIn(exchange, reply, plain)
  exchange.counted = counted
  // The end of a long answer was not kept, and with it went the count.
  if (answer.isCut) exchange.warn('usage: a compressed answer was too long to be read to its end.')
  if (!counted.missing.input && !counted.missing.output) return
  if (ending === 'abandoned' && isFinished(plain)) leaveUnknown(exchange, plain)
  else await countTexts(exchange, end, counted, counter)
}

/** A stream that begins may be one its provider will not count: the tokenizer is loaded meanwhile. */
export function expectCount(exchange: Exchange, reply: UpstreamReply, counter: LocalCounter): void {
  const { params, incoming, hiddenUsage, model } = exchange
  if (!reply.isEventStream || hiddenUsage instanceof TranslatedUsage || !incoming.path.endsWith('/completions')) return
  const options = params?.['stream_options']
  const asked = isObject(options) ? options['include_usage'] : undefined
  const isAskedByUs =
    incoming.endpoint.name !== 'proxy' && reply.target.provider.streamsUsage === true && wantsNoUsage(asked)
  if (asked !== true && !isAskedByUs) counter.warm(model ?? '')
}
