/** Applies output guardrails to an event stream: decides its status, and what is sent, logged, metered and cached. */

import type { Target } from '../../../config/plan.ts'
import type { GuardedFormat } from '../../../core/guardrails/guarded-format.ts'
import type { GuardrailResult } from '../../../core/guardrails/guardrails.ts'
import { callerHookResults } from '../../../core/guardrails/hook-results.ts'
import { isPlain } from '../../../core/headers.ts'
import type { JsonObject } from '../../../core/json.ts'
import { LOGGED_BODY_BYTES } from '../../../core/record.ts'
import type { GuardedRelay, ProviderResponse } from '../../attempt/provider-response.ts'
import { MAX_CACHED_BYTES } from '../../attempt/response-cache.ts'
import { Capture } from '../../relay/capture.ts'
import { ResponseBody } from '../../relay/response-body.ts'
import { ResponseCopy } from '../../relay/response-copy.ts'
import type { Outbound } from '../../request.ts'
import { errorBody, guardedStatus } from '../denial.ts'
import { coverageOf, formatOf } from '../formats.ts'
import { denialError, deniedResponse, type GuardedOutcome, guardWhole, withoutLength } from '../guard-response.ts'
import { REFUSAL_TEXT, refusalResponse } from '../refusal.ts'
import type { GuardedRequest, RequestGuards } from '../request-guards.ts'
import { type GuardRun, outputStages } from '../run-guardrails.ts'
import { chatFormat, completionsFormat } from './formats/chat.ts'
import { geminiArrayFormat, geminiFormat } from './formats/gemini.ts'
import { messagesFormat } from './formats/messages.ts'
import { responsesFormat } from './formats/responses.ts'
import { GuardedStream } from './guarded-stream.ts'
import { type SoftEnding, softEndingOf } from './soft-ending.ts'
import type { StreamFormat } from './stream-format.ts'

/** How long the status is held back until the first content arrives, unless the whole response is held. */
const HEAD_MS = 15_000

const NOTHING = Buffer.alloc(0)

const FORMATS: Partial<Record<GuardedFormat, StreamFormat>> = {
  'chat.completions': chatFormat,
  completions: completionsFormat,
  messages: messagesFormat,
  responses: responsesFormat,
  'responses.read': responsesFormat,
}

/** Null if the events of the endpoint are not known. */
export function formatFor(endpoint: GuardedFormat, isEventStream: boolean): StreamFormat | null {
  if (endpoint === 'gemini.stream') return isEventStream ? geminiFormat : geminiArrayFormat
  return isEventStream ? (FORMATS[endpoint] ?? null) : null
}

/** True for a response that comes in events. Google's streams may be JSON arrays. */
export function isGuardedAsStream({ head }: Outbound, { isEventStream }: ProviderResponse): boolean {
  return isEventStream || formatOf(head) === 'gemini.stream'
}

/** The state of a guarded response while it is relayed. */
class StreamParts implements GuardedRelay {
  readonly received: ResponseCopy
  readonly logged = new Capture(LOGGED_BODY_BYTES)
  #isEnded = false
  /** Null if no guardrail denies softly. */
  readonly ending: SoftEnding | null
  #refusal: Uint8Array | null = null

  constructor(
    readonly status: number,
    private readonly terms: StreamTerms,
    private readonly guarded: () => GuardedStream,
    limitBytes: number,
  ) {
    this.received = new ResponseCopy(limitBytes)
    this.ending = deniesSoftly(terms.target) ? softEndingOf(terms.format) : null
  }

  get isSse(): boolean {
    return this.terms.format !== geminiArrayFormat
  }

  get isDenied(): boolean {
    return this.guarded().isDenied
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const { guards, request, target, params } = this.terms
    const stream = this.guarded()
    const run = stream.runSoFar()
    guards.add(run.results, request, target, this.terms.sinceMs)
    if (stream.isDenied && run.softDeny) {
      this.#refusal = this.#softRefusal()
      this.logged.push(this.#refusal)
    }
    if (!stream.isDenied)
      guards.runInBackground(target.guardrails?.output ?? [], () => stream.subject(), request, target, params)
  }

  before(response: ProviderResponse): ProviderResponse {
    return { ...response, status: this.status, body: this.received.captured.head() }
  }

  #softRefusal(): Uint8Array {
    const { request } = this.terms
    const events = this.ending?.refusal(REFUSAL_TEXT) ?? null
    if (events === null) {
      const { head, body } = request
      const whole = refusalResponse(formatOf(head), body.params ?? {}, REFUSAL_TEXT, true) ?? new Uint8Array()
      if (!this.#isArray) return whole
      const data =
        Buffer.from(whole)
          .toString()
          .match(/^data: .*$/gm) ?? []
      return Buffer.from(`[${data.map((line) => line.slice(6).trim()).join('\r\n,\r\n')}\r\n]`)
    }
    const texts = events.map((event) => JSON.stringify(event))
    if (this.#isArray) return Buffer.from(`${texts.map((text) => `\r\n,\r\n${text}`).join('')}\r\n]`)
    const end = this.terms.format.endpoint === 'gemini.stream' ? '\r\n\r\n' : '\n\n'
    const lines = events.map((event, i) => {
      const name = this.ending?.isNamed ? `event: ${String(event['type'])}\n` : ''
      return `${name}data: ${texts[i]}${end}`
    })
    return Buffer.from(lines.join('') + (this.ending?.after ?? ''))
  }

  get #isArray(): boolean {
    return this.terms.request.head.gemini?.isArray === true || !this.isSse
  }

  denialEvent(): Uint8Array {
    if (this.#refusal) return this.#refusal
    const { request, input } = this.terms
    const isPassThrough = request.head.endpoint.name === 'proxy'
    const results = isPassThrough ? null : [...input.run.results, ...this.guarded().runSoFar().results]
    const text = JSON.stringify(errorBody(formatOf(request.head), results))
    if (this.#isArray) return Buffer.from(`${this.guarded().hasReleased ? '\r\n,\r\n' : '['}${text}\r\n]`)
    return Buffer.from(request.head.gemini ? `data: ${text}\r\n\r\n` : `event: error\ndata: ${text}\n\n`)
  }
}

function deniesSoftly({ guardrails }: Target): boolean {
  return (guardrails?.output ?? []).some(({ spec }) => {
    const { deny, softDeny, async, shadow } = spec.actions
    return deny && softDeny && !async && !shadow
  })
}

type StreamTerms = {
  readonly format: StreamFormat
  readonly guards: RequestGuards
  readonly request: Outbound
  readonly target: Target
  readonly input: GuardedRequest
  readonly params: JsonObject | null
  /** When the response arrived, in milliseconds since the request did. */
  readonly sinceMs: number
}

/** Runs the output guardrails on a stream of events, and restores the placeholders in it. */
export async function guardStream(
  guards: RequestGuards,
  request: Outbound,
  target: Target,
  input: GuardedRequest,
  response: ProviderResponse,
  params: JsonObject | null,
  isCached: boolean,
): Promise<GuardedOutcome> {
  const output = coverageOf(request.head, 'output') === 'no_text' ? [] : (target.guardrails?.output ?? [])
  const hooks = showsResults(request, target) ? input.run.results : []
  if (output.length === 0 && guards.placeholders.isEmpty && hooks.length === 0) return passed(input, response)
  const format = isPlain(response.headers) ? formatFor(formatOf(request.head), response.isEventStream) : null
  // A denying guardrail denies what it cannot read.
  if (format === null) return guardWhole(guards, request, target, input, response, params)
  const { body, attempt } = response
  const source = body instanceof ResponseBody ? body : once(body)
  const terms: StreamTerms = { format, guards, request, target, input, params, sinceMs: request.journal.elapsedMs() }
  const parts = new StreamParts(response.status, terms, () => stream, isCached ? MAX_CACHED_BYTES : LOGGED_BODY_BYTES)
  const { bodies } = guards
  const stream: GuardedStream = new GuardedStream(source, {
    format,
    guardrails: outputStages(output).flat(),
    placeholders: guards.placeholders,
    run: (guardrails, subject) => guards.runSubject(guardrails, subject, request, target, params),
    refusal: ({ results }) => denialError(results),
    isLarge: (text) => bodies.isLarge(text),
    readLarge: async (text) => (await bodies.event(request.connection, { name: '', text })).data,
    onReceived: (chunk) => {
      attempt?.clock.restart()
      parts.received.push(chunk)
    },
    onGuarded: (bytes) => parts.logged.push(bytes),
    onReleased: parts.ending && ((data) => parts.ending?.see(data)),
    memory: request.memory,
    before:
      hooks.length === 0
        ? NOTHING
        : format.hookResults({ before_request_hooks: callerHookResults(hooks).before_request_hooks }),
    after: (run) => afterHooks(request, target, format, run),
  })
  if (!(body instanceof ResponseBody) || !attempt) return guardStored(terms, stream, parts, response)
  const first = stream.holdsAll ? await stream.body.read() : await stream.body.readWithin(HEAD_MS)
  if (stream.isRefused) return deniedStream(terms, stream, parts, response)
  if (first === 'late') stream.commit()
  else if (first !== null) stream.body.putBack([first])
  const status = statusOf(input, response, stream.hasFailed)
  return {
    status,
    response: { ...response, status, headers: withoutLength(response.headers), body: stream.body, stream: parts },
  }
}

/** Guards a response that is already whole (from the cache, or short), so a denial can always set the status. */
async function guardStored(
  terms: StreamTerms,
  stream: GuardedStream,
  parts: StreamParts,
  response: ProviderResponse,
): Promise<GuardedOutcome> {
  const chunks: Uint8Array[] = []
  try {
    for (let chunk = await stream.body.read(); chunk !== null; chunk = await stream.body.read()) chunks.push(chunk)
  } catch (error) {
    if (!stream.isDenied) throw error
  }
  if (stream.isDenied) return deniedStream(terms, stream, parts, response)
  parts.end()
  const body = Buffer.concat(chunks)
  const status = statusOf(terms.input, response, stream.hasFailed)
  const guarded = { before: response, logged: parts.logged.head(), denial: null }
  return { status, response: { ...response, status, headers: withoutLength(response.headers), body, guarded } }
}

function deniedStream(
  { guards, request, target, input, sinceMs }: StreamTerms,
  stream: GuardedStream,
  parts: StreamParts,
  response: ProviderResponse,
): GuardedOutcome {
  const run = stream.runSoFar()
  guards.add(run.results, request, target, sinceMs)
  const { attempt, status } = response
  if (response.body instanceof ResponseBody && attempt) {
    attempt.end(status, null, `returned ${status}, which a guardrail denied`)
    attempt.abort()
    response.reportResult?.('success')
  }
  const before = { ...response, body: parts.received.captured.head() }
  return deniedResponse(request, before, run, [...input.run.results, ...run.results])
}

function passed(input: GuardedRequest, response: ProviderResponse): GuardedOutcome {
  const status = statusOf(input, response, false)
  return { status, response: status === response.status ? response : { ...response, status } }
}

function statusOf({ run }: GuardedRequest, { status }: ProviderResponse, hasFailed: boolean): number {
  return guardedStatus(status, hasFailed || run.verdict === 'failed')
}

/** True only if strict compliance is turned off: OpenAI's clients expect nothing but chunks. */
function showsResults({ options, head }: Outbound, { strict }: Target): boolean {
  return head.endpoint.name !== 'proxy' && (options?.isStrict === false || strict === false)
}

function afterHooks(request: Outbound, target: Target, format: StreamFormat, { results }: GuardRun): Uint8Array {
  const shown: readonly GuardrailResult[] = showsResults(request, target) ? results : []
  if (shown.length === 0) return NOTHING
  return format.hookResults({ after_request_hooks: callerHookResults(shown).after_request_hooks })
}

function once(bytes: Uint8Array): ResponseBody {
  let rest: Uint8Array | null = bytes
  return new ResponseBody(() => {
    const chunk = rest
    rest = null
    return Promise.resolve(chunk)
  })
}
