/**
 * What a response consumed: the usage that the provider reports, and an estimate of what it does not report. The
 * tokenizer and the decompression run in a worker thread. The last byte of the response waits for them, for a limited
 * time.
 */

import { type HeaderMap, isPlain } from '../../core/headers.ts'
import { isObject } from '../../core/json.ts'
import type { OnFlaw } from '../../core/money/usage-counts.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Ending } from '../../core/record.ts'
import { LOGGED_BODY_BYTES } from '../../core/record.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import { TranslatedUsage, wantsNoUsage } from '../attempt/stream-usage.ts'
import { Capture } from '../relay/capture.ts'
import type { AnyStage, RequestHead } from '../request.ts'
import { eventsInChunks, isBinaryEvents } from './binary-events.ts'
import { type FinishScan, isFinished } from './finish-scan.ts'
import type { TokenCount } from './local/jobs.ts'
import { writtenTexts } from './local/read-texts.ts'
import type { LocalCounter } from './local/token-counter.ts'
import { isChargeable } from './priced-format.ts'
import { readUsage } from './read-usage.ts'
import { charactersIn, textBytesIn } from './request-texts.ts'

/** How long the last byte may wait for the tokenizer. */
const COUNT_MS = 50
/**
 * How long the last byte may wait for decompression, without which the usage in a compressed response is lost. Starting
 * the worker takes most of this time.
 */
const UNPACK_MS = 1_000
/** The limit for the tokenizer or the decompression once the caller has left: no response waits for them. */
const LEFT_MS = 5_000
/** Counting the tokens of a longer request would take longer than COUNT_MS. */
const MAX_REQUEST_BYTES = 1024 * 1024
/** Only the beginning of a longer response is counted. */
const MAX_COUNTED_BYTES = 256 * 1024
const BYTES_PER_TOKEN = 4

const TEXT_ENDPOINTS: ReadonlySet<string> = new Set([
  'chat.completions',
  'completions',
  'messages',
  'responses',
  'gemini.generate',
  'gemini.stream',
])
const EMBEDDINGS: ReadonlySet<string> = new Set(['embeddings', 'gemini.embed', 'gemini.embedMany'])
/** The providers' own paths that generate text. */
const TEXT_PATH =
  /\/(?:chat\/completions|completions|messages|responses|chat|converse|converse-stream|invoke-with-response-stream)$|(?:[gG]enerateContent|[rR]awPredict)$/

/** Anthropic reports the output in several events: the count is complete only after this one. */
const LAST_COUNT = '"message_delta"'
const FIRST_COUNT = '"message_start"'
const LAST_BYTES = 16 * 1024
const FIRST_BYTES = 4_096

const NEVER_REPORTED = 'usage: the caller disconnected before the provider reported its usage, which is unknown.'
const COARSE = 'usage: estimated at four bytes a token; the tokenizer was not ready in time.'

/** The parts of a request that metering reads. */
export type MeteredRequest = Pick<AnyStage, 'head' | 'journal' | 'caller' | 'body'>

export type Missing = { readonly input: boolean; readonly output: boolean }

const NOTHING_MISSING: Missing = { input: false, output: false }

export type Counted = {
  /** The response in readable form; null if it is compressed and could not be decompressed. */
  readonly captured: Capture | null
  /** The usage as the provider reports it. */
  readonly reported: Usage | null
  /** What the provider left out, or had not reported completely. */
  readonly missing: Missing
  /** The tokenizer's count of what is missing; null if it was not needed or not ready in time. */
  readonly tokens: TokenCount | null
}

type EndedResponse = {
  readonly ending: Ending
  readonly response: ProviderResponse
  readonly captured: Capture
  /** True if the provider finished the response and did not report its usage in time. */
  readonly isUnknown?: boolean
}

/** Null if the response is free, an error or from the cache: nothing has to be counted before the record is made. */
export function countUsage(
  request: MeteredRequest,
  ended: EndedResponse,
  counter: LocalCounter,
): Awaitable<Counted | null> {
  const { response, captured } = ended
  if (!response.attempt || response.status >= 400 || !isChargeable(request.head)) return null
  if (ended.isUnknown) return unknownUsage(request, captured)
  if (!isPlain(response.headers)) return unpackAndCount(request, ended, counter)
  const counted = countedIn(request, response, captured)
  return counted.missing.input || counted.missing.output ? countTexts(request, ended, counted, counter) : counted
}

/** The usage stays unknown: counting the text would miss everything else that the provider charges for. */
function unknownUsage({ journal }: MeteredRequest, captured: Capture): Counted {
  journal.warn(NEVER_REPORTED)
  return { captured, reported: null, missing: NOTHING_MISSING, tokens: null }
}

/** The usage that an uncompressed response reports, and what is missing from it. */
export function countedIn(request: MeteredRequest, response: ProviderResponse, captured: Capture): Counted {
  const readable = (isBinaryEvents(response.headers) && eventsInChunks(captured)) || captured
  const reported = reportedUsage(request, response, readable)
  const missing = missingIn(request.head, response, readable, reported)
  return { captured: readable, reported, missing, tokens: null }
}

function reportedUsage({ head, journal, body }: MeteredRequest, response: ProviderResponse, captured: Capture) {
  const onFlaw = (flaw: string) => journal.warn(`usage: the provider’s ${flaw}.`)
  const reported = usageIn(response, captured, onFlaw)
  switch (head.endpoint.name) {
    case 'embeddings':
    case 'gemini.embed':
    case 'gemini.embedMany':
      // Some providers do not count embeddings: OpenAI's format requires a number, so they send 0.
      return reported?.totalTokens === 0 ? null : reported
    case 'audio.transcriptions':
    case 'audio.translations':
      return reported?.audioSeconds == null && reported?.inputTokens == null
        ? withDuration(captured, reported)
        : reported
    case 'audio.speech': {
      const characters = body?.facts ? body.facts.inputCharacters : charactersIn(body?.params?.['input'])
      return { ...(reported ?? NO_USAGE), characters }
    }
    case 'images.generations':
    case 'images.edits':
      return {
        ...(reported ?? NO_USAGE),
        // These models output only images, but few providers report image tokens separately.
        imageOutputTokens: reported?.imageOutputTokens ?? reported?.outputTokens ?? null,
        images: imagesRequested(body?.params?.['n']),
      }
    default:
      return reported
  }
}

/** Usage in a translated response is our own text (Messages need a count in their first event), so it is never read. */
function usageIn({ attempt }: ProviderResponse, captured: Capture, onFlaw: OnFlaw): Usage | null {
  const hidden = attempt?.hiddenUsage ?? null
  if (hidden instanceof TranslatedUsage) return hidden.counted && usageFrom(hidden.counted, onFlaw)
  const removed = isObject(hidden) ? usageFrom(hidden, onFlaw) : null
  return removed ?? readUsage(captured.head(), captured.tail(), onFlaw)
}

/** Whisper's verbose responses report the duration of the audio; some providers report nothing else. */
function withDuration(captured: Capture, reported: Usage | null): Usage | null {
  const start = captured.head().toString('latin1', 0, FIRST_BYTES)
  const seconds = Number(/"duration"\s*:\s*"?(\d{1,7}(?:\.\d{1,9})?)\b/.exec(start)?.[1])
  return Number.isNaN(seconds) ? reported : { ...(reported ?? NO_USAGE), audioSeconds: Math.ceil(seconds) }
}

/** One, unless the request has a number. Form fields are strings. */
function imagesRequested(n: unknown): number | null {
  if (n === undefined || n === null) return 1
  const count = typeof n === 'string' ? Number(n) : n
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : null
}

function missingIn(head: RequestHead, response: ProviderResponse, captured: Capture, reported: Usage | null): Missing {
  if (!response.attempt) return NOTHING_MISSING
  const { endpoint, path } = head
  if (EMBEDDINGS.has(endpoint.name)) return { input: reported === null, output: false }
  const isText = TEXT_ENDPOINTS.has(endpoint.name) || (endpoint.name === 'proxy' && TEXT_PATH.test(path))
  if (!isText) return NOTHING_MISSING
  const isStream = response.isEventStream || isBinaryEvents(response.headers)
  const isFinal = !isStream || isFinalCount(response.attempt.hiddenUsage, captured)
  // No request has 0 input tokens: before the last count, 0 is a placeholder.
  const input = isFinal ? (reported?.inputTokens ?? null) : reported?.inputTokens || null
  return { input: input === null, output: reported?.outputTokens == null || !isFinal }
}

function isFinalCount(hiddenUsage: unknown, captured: Capture): boolean {
  if (hiddenUsage instanceof TranslatedUsage) return hiddenUsage.isFinal
  return (
    captured.tail().subarray(-LAST_BYTES).includes(LAST_COUNT) ||
    !captured.head().subarray(0, FIRST_BYTES).includes(FIRST_COUNT)
  )
}

async function countTexts(
  { body }: MeteredRequest,
  { ending }: EndedResponse,
  counted: Counted,
  counter: LocalCounter,
): Promise<Counted> {
  const sent = body?.content.kind === 'bytes' ? body.content.bytes : null
  const isCounted = counted.missing.input && sent !== null && sent.length <= MAX_REQUEST_BYTES
  const job = {
    model: body?.model ?? '',
    request: isCounted ? sent : null,
    response: counted.missing.output && counted.captured ? countedHead(counted.captured) : null,
  }
  const tokens = await counter.count(job, ending === 'abandoned' ? LEFT_MS : COUNT_MS)
  return { ...counted, tokens }
}

async function unpackAndCount(
  request: MeteredRequest,
  ended: EndedResponse,
  counter: LocalCounter,
): Promise<Counted | null> {
  const { response, captured, ending } = ended
  const { journal } = request
  const encoding = response.headers['content-encoding'] ?? ''
  const job = { bytes: captured.head(), encoding }
  const unpacked = await counter.unpack(job, ending === 'abandoned' ? LEFT_MS : UNPACK_MS)
  if (!unpacked) {
    journal.warn('usage: the response is compressed and could not be read in time.')
    return null
  }
  const plain = new Capture(LOGGED_BODY_BYTES)
  plain.push(unpacked.head)
  if (unpacked.tail.length > 0) plain.push(unpacked.tail)
  plain.totalBytes = unpacked.totalBytes
  const counted = countedIn(request, response, plain)
  // The end of a long response, where usage is reported, was not captured.
  if (captured.isCut) journal.warn('usage: a compressed response was too long to be read to its end.')
  if (!counted.missing.input && !counted.missing.output) return counted
  if (ending === 'abandoned' && isFinished(plain)) return unknownUsage(request, plain)
  return countTexts(request, ended, counted, counter)
}

/** Loads the tokenizer at the start of a stream if the provider will probably not report the usage. */
export function warmCounter({ head, body }: MeteredRequest, response: ProviderResponse, counter: LocalCounter): void {
  if (!response.isEventStream || response.attempt?.hiddenUsage instanceof TranslatedUsage) return
  if (!head.path.endsWith('/completions')) return
  const options = body?.params?.['stream_options']
  const included = isObject(options) ? options['include_usage'] : undefined
  const isRequestedByUs =
    head.endpoint.name !== 'proxy' && response.target.provider.streamsUsage === true && wantsNoUsage(included)
  if (included !== true && !isRequestedByUs) counter.warm(body?.model ?? '')
}

/** The reported usage if it is complete, else an estimate that is marked as such. */
export function estimated({ journal, body }: MeteredRequest, counted: Counted): Usage | null {
  const { reported, missing, tokens, captured } = counted
  if (!missing.input && !missing.output) return reported
  const output = missing.output && captured ? outputTokens(captured, tokens?.outputTokens ?? null) : null
  // A response without any output may not have been generated at all.
  if (reported === null && missing.output && !output) return null
  const input = missing.input
    ? (tokens?.inputTokens ?? tokensIn(body?.facts?.textBytes ?? textBytesIn(body?.params ?? null)))
    : (reported?.inputTokens ?? null)
  const isCoarse = (missing.input && tokens?.inputTokens == null) || (missing.output && tokens?.outputTokens == null)
  if (isCoarse) journal.warn(COARSE)
  const written = missing.output ? Math.max(reported?.outputTokens ?? 0, output ?? 0) : (reported?.outputTokens ?? null)
  return {
    ...(reported ?? NO_USAGE),
    inputTokens: input,
    outputTokens: written,
    totalTokens: (input ?? 0) + (written ?? 0),
    isEstimate: true,
  }
}

function countedHead(captured: Capture): Uint8Array {
  return captured.head().subarray(0, MAX_COUNTED_BYTES)
}

/** The rest of a long response is assumed to have as many tokens per byte as its beginning. */
function outputTokens(captured: Capture, counted: number | null): number {
  const head = countedHead(captured)
  const share = head.length === 0 ? 1 : Math.max(1, captured.totalBytes / head.length)
  if (counted !== null) return Math.ceil(counted * share)
  let bytes = 0
  for (const text of writtenTexts(head)) bytes += Buffer.byteLength(text)
  return tokensIn(bytes * share)
}

function tokensIn(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/**
 * True if the provider has finished the response but has not reported its usage yet: a caller who leaves now has
 * received the whole response. `beyondHead` scanned the part after the captured head.
 */
export function owesUsage(
  request: MeteredRequest,
  response: ProviderResponse,
  captured: Capture,
  beyondHead: FinishScan | null,
): boolean {
  const { attempt } = response
  if (!attempt || response.status >= 400 || !isChargeable(request.head)) return false
  if (isWholeJson(request.head, response)) return true
  const { hiddenUsage } = attempt
  const isOver = hiddenUsage instanceof TranslatedUsage ? hiddenUsage.isFinished : isFinished(captured, beyondHead)
  if (!isOver) return false
  const { missing } = countedIn(request, response, captured)
  return missing.input || missing.output
}

/** A JSON response that is not a stream was generated before it was sent, and may report its usage anywhere in it. */
export function isWholeJson({ endpoint }: RequestHead, { isEventStream, headers }: ProviderResponse): boolean {
  if (isEventStream || !isJson(headers)) return false
  if (endpoint.name === 'gemini.stream') return headers['content-length'] !== undefined
  return endpoint.name !== 'proxy' || headers['content-length'] !== undefined
}

function isJson(headers: HeaderMap): boolean {
  return headers['content-type']?.includes('json') === true
}
