/** The worker thread that parses, changes and translates large bodies, so that they do not block the main thread. */

import { withModel } from '../../core/body/change-body.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { lowerThreadPriority } from '../../core/runtime/thread-priority.ts'
import { readLargeEvent, type StreamEvent } from '../../dialects/framing/stream-events.ts'
import { RequestEcho } from '../../dialects/request-echo.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { compilePrompt } from '../../prompts/compile-prompt.ts'
import { PartialNeeded } from '../../prompts/rendering.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import { findProvider } from '../../providers/registry.ts'
import { callOf, changeParams, changesBody, finalBody, modelIn, readChanged } from '../attempt/make-body.ts'
import { difference } from '../attempt/sent-body.ts'
import { decodeResponse, type Translation, translationOf } from '../attempt/translation.ts'
import { finishBody } from '../guard/finish-body.ts'
import { guardLarge } from '../guard/guard-large.ts'
import { attachedTo } from '../limits/attachments.ts'
import { otherModels } from '../limits/other-models.ts'
import { fieldText } from '../plan/field-text.ts'
import { renderRequest } from '../prompts/render-request.ts'
import { readIfJson, readJson } from '../receive/read-json.ts'
import { eventOutline, parsedEvent, readEvent } from '../sockets/read-event.ts'
import { factsOf, outlineOf } from './body-facts.ts'
import type {
  Decoded,
  DecodeJob,
  FieldsJob,
  FinishJob,
  GuardedLarge,
  GuardJob,
  Job,
  Made,
  MadeBody,
  MakeJob,
  MessageJob,
  Outcome,
  ReadBody,
  ReadJob,
  ReadMessage,
  RenderedBody,
  RenderJob,
  Repeated,
} from './jobs.ts'
import { repeatedMembers } from './repeated-members.ts'
import { errorToSend } from './transfer-error.ts'

const MAX_FIELD_LENGTH = 256 * 1024

declare const self: {
  onmessage: ((event: MessageEvent<Job>) => void) | null
  postMessage(value: Outcome, transfer: ArrayBuffer[]): void
}

lowerThreadPriority()

self.onmessage = ({ data }) => {
  const transfer: ArrayBuffer[] = []
  let outcome: Outcome
  try {
    outcome = { value: work(data, transfer) }
  } catch (error) {
    outcome = { error: errorToSend(error) }
  }
  self.postMessage(outcome, transfer)
  freeSoon()
}

/** Garbage is collected after this time without a job. */
const FREE_AFTER_MS = 100
let freeing: ReturnType<typeof setTimeout> | undefined

/** Collects garbage: a parsed body takes up to thirty times its size, and an idle thread would not free it. */
function freeSoon(): void {
  clearTimeout(freeing)
  freeing = setTimeout(() => Bun.gc(true), FREE_AFTER_MS)
}

function work(
  job: Job,
  transfer: ArrayBuffer[],
):
  | ReadBody
  | Made
  | Decoded
  | StreamEvent
  | RenderedBody
  | GuardedLarge
  | ReadMessage
  | Uint8Array
  | readonly string[]
  | string
  | null {
  switch (job.kind) {
    case 'read':
      return read(job, transfer)
    case 'make':
      return make(job, transfer)
    case 'decode':
      return decode(job, transfer)
    case 'fields':
      return fieldsOf(job)
    case 'event':
      return readLargeEvent(job.event)
    case 'render':
      return render(job, transfer)
    case 'message':
      return readMessage(job)
    case 'guard':
      return guard(job, transfer)
    case 'finish':
      return finish(job, transfer)
  }
}

function read({ bytes, mode, model }: ReadJob, transfer: ArrayBuffer[]): ReadBody | null {
  const params = mode === 'required' ? readJson(bytes) : readIfJson(bytes)
  if (params === null) return null
  const from = params['model']
  let renamed: ReadBody['renamed'] = null
  if (model !== null && from !== model) {
    renamed = { bytes: owned(withModel(bytes, null, model), transfer), from: typeof from === 'string' ? from : null }
    params['model'] = model
  }
  return { outline: outlineOf(params), facts: factsOf(params), renamed }
}

function make(job: MakeJob, transfer: ArrayBuffer[]): Made {
  const { bytes } = job
  const read = parsed(bytes)
  const given = changesBody(job) ? changeParams(bytes, read, null, job) : bytes
  const params = given === bytes ? read : (readChanged(given, read, null) ?? read)
  // The outline comes first: a translation may modify the parameters.
  const about = { outline: outlineOf(params), attached: attachedTo(params), otherModels: otherModels(params) }
  try {
    return { ...about, made: madeBody(job, given, params, transfer) }
  } catch (error) {
    return { ...about, made: errorToSend(error) }
  }
}

function madeBody(job: MakeJob, given: Uint8Array, params: JsonObject, transfer: ArrayBuffer[]): MadeBody {
  const provider = providerOf(job.provider)
  const translation = translationOf(job.endpoint, provider, modelIn(params), params)
  const repeated = translation && repeatedMembers(translation, params)
  const call = callOf(job, job, params, translation?.endpoint ?? job.endpoint)
  const target = { provider, settings: job.settings }
  const {
    body,
    hidesUsage,
    warnings,
    isUnnamed = false,
  } = finalBody({
    given,
    params,
    call,
    destination: job,
    target,
    translation,
    boundary: null,
  })
  const isSource = translation !== null && given !== job.bytes && job.keepsSource
  const isAsSent = body === job.bytes || (isUnnamed && given === job.bytes)
  const made = body instanceof Uint8Array && !isAsSent ? body : null
  return {
    body: made && owned(made, transfer),
    source: isSource ? owned(given, transfer) : null,
    hidesUsage,
    repeated: repeated && movedTexts(repeated, transfer),
    difference: made && difference(job.bytes, made),
    warnings,
  }
}

function decode(job: DecodeJob, transfer: ArrayBuffer[]): Decoded {
  const { status, response, endpoint, model, nowSeconds, request, echo, strict } = job
  const found = translationOf(endpoint, providerOf(job.provider), model, request, strict)
  if (!found) throw new Error(`Responses of provider ${job.provider} to ${endpoint} need no translation.`)
  const translation: Translation = {
    ...found,
    context: { ...found.context, nowSeconds },
    ...(echo && { echo: new RequestEcho(echo.members, echo.foldedTools) }),
  }
  let usage: unknown = null
  const body = decodeResponse(status, response, translation, (reported) => {
    usage = reported
  })
  return { body: owned(body, transfer), usage }
}

function guard(job: GuardJob, transfer: ArrayBuffer[]): GuardedLarge {
  const guarded = guardLarge(job)
  return guarded.bytes ? { ...guarded, bytes: owned(guarded.bytes, transfer) } : guarded
}

function finish({ bytes, format, placeholders, hooks }: FinishJob, transfer: ArrayBuffer[]): Uint8Array {
  const known = new Placeholders()
  known.add(placeholders)
  return owned(finishBody(bytes, format, known, hooks), transfer)
}

function movedTexts(repeated: Repeated, transfer: ArrayBuffer[]): Repeated {
  const { echo } = repeated
  return echo ? { ...repeated, echo: { ...echo, texts: echo.texts.map((text) => owned(text, transfer)) } } : repeated
}

function fieldsOf({ bytes, fields }: FieldsJob): readonly string[] {
  const params = parsed(bytes)
  return fields.map((field) => shortened(fieldText({ params }, field)))
}

function render({ bytes, content, partials }: RenderJob, transfer: ArrayBuffer[]): RenderedBody | string {
  const compiled = compilePrompt(content.string, content.isRaw)
  try {
    const find = (reference: string) => partials.get(reference)
    const made = renderRequest(content, compiled, parsed(bytes), bytes, find)
    const { params, warning } = made
    return { params: outlineOf(params), facts: factsOf(params), bytes: owned(made.bytes, transfer), warning }
  } catch (error) {
    if (error instanceof PartialNeeded) return error.reference
    throw error
  }
}

function readMessage({ text, from }: MessageJob): ReadMessage | null {
  const event = from === 'provider' ? readEvent(text) : parsedEvent(text, Number.POSITIVE_INFINITY)
  if (event === null) return null
  if (event instanceof GatewayError) throw event
  const nested = event['response']
  const params = isObject(nested) ? nested : event
  return { event: eventOutline(event), attached: attachedTo(params), otherModels: otherModels(params) }
}

/**
 * A hash instead of a long text: sticky routing only needs to tell texts apart. A body with a long text is always
 * large, so the same text always becomes the same hash.
 */
function shortened(text: string): string {
  return text.length <= MAX_FIELD_LENGTH ? text : new Bun.CryptoHasher('sha256').update(text).digest('base64')
}

function parsed(bytes: Uint8Array): JsonObject {
  const params = parseObject(bytes)
  if (typeof params !== 'string') return params
  throw new GatewayError('invalid_json', {
    param: 'body',
    message: `The request body is not a JSON object: ${params}.`,
  })
}

function providerOf(slug: string): ProviderAdapter {
  const provider = findProvider(slug)
  if (!provider) throw new Error(`Unknown provider ${slug}.`)
  return provider
}

/**
 * The bytes in an ArrayBuffer that holds nothing else, so that the buffer is transferred to the main thread, not
 * copied.
 */
function owned(bytes: Uint8Array, transfer: ArrayBuffer[]): Uint8Array {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  const moved = isOwn && !transfer.includes(buffer) ? bytes : new Uint8Array(bytes)
  transfer.push(moved.buffer as ArrayBuffer)
  return moved
}
