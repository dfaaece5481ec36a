/** Translates Gemini's complete responses and errors to OpenAI's format. Streams use `CandidateReader` too. */

import { GatewayError } from '../../core/errors.ts'
import type { ReasoningFormat } from '../chat/reasoning.ts'
import type {
  AssistantMessage,
  ChatAudio,
  ChatCompletion,
  ChatImage,
  ChatLogprobs,
  ChatTokenLogprob,
  ChatUsage,
  ErrorResponse,
  ExtraContent,
  FinishReason,
} from '../chat/types.ts'
import type { DialectContext } from '../dialect.ts'
import {
  finiteOf,
  isObject,
  listOf,
  objectOf,
  textOf,
  textOrNull,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { PartialArguments } from './partial-arguments.ts'
import { annotationsOf } from './sources.ts'
import type {
  Candidate,
  FunctionCall,
  GenerateContentResponse,
  GoogleError,
  LogprobsResult,
  ModalityCount,
  Part,
  TokenLogprob,
  UsageMetadata,
} from './types.ts'

export const GEMINI_FORMAT: ReasoningFormat = 'google-gemini-v1'

export function decodeResponse(
  response: UncheckedObject<GenerateContentResponse>,
  context: DialectContext,
): ChatCompletion {
  const id = textOrNull(response.responseId) ?? `${context.provider}-${crypto.randomUUID()}`
  const usage = decodeUsage(response.usageMetadata)
  const candidates = listOf(response.candidates)
  const blocked = blockReason(response)
  if (candidates.length === 0 && blocked === null && usage === null) {
    throw new GatewayError('upstream_broken', { message: `The response from ${context.provider} has no candidates.` })
  }
  return {
    id,
    object: 'chat.completion',
    created: context.nowSeconds,
    model: textOrNull(response.modelVersion) ?? context.model,
    choices:
      candidates.length > 0
        ? candidates.map((candidate, i) => decodeCandidate(objectOf(candidate), i, id, context))
        : [emptyChoice(blocked)],
    ...(usage && { usage }),
  }
}

type Choice = ChatCompletion['choices'][number]

/** A message if the prompt was blocked, else null. */
export function blockReason(response: UncheckedObject<GenerateContentResponse>): string | null {
  const { blockReason: reason, blockReasonMessage } = objectOf(response.promptFeedback)
  if (textOf(reason) === '') return null
  const message = textOrNull(blockReasonMessage)
  return `The prompt was blocked (${textOf(reason)})${message === null ? '.' : `: ${message}`}`
}

function emptyChoice(blocked: string | null): Choice {
  const message = { role: 'assistant', content: blocked === null ? '' : null, refusal: blocked } as const
  return { index: 0, message, logprobs: null, finish_reason: blocked === null ? 'stop' : 'content_filter' }
}

function decodeCandidate(
  candidate: UncheckedObject<Candidate>,
  position: number,
  responseId: string,
  context: DialectContext,
): Choice {
  const index = finiteOf(candidate.index) ?? position
  const reader = new CandidateReader(responseId, index)
  const delta = reader.finish(reader.read(objectOf(candidate.content).parts))
  const annotations = annotationsOf(candidate, delta.content ?? '')
  return {
    index,
    message: { ...messageOf(delta), ...(annotations.length > 0 && { annotations }) },
    logprobs: decodeLogprobs(candidate.logprobsResult),
    finish_reason: finishReason(textOf(candidate.finishReason), reader.hasCalls),
    ...groundingFor(context, candidate.groundingMetadata),
  }
}

/** Portkey's member, which callers get with `strict_open_ai_compliance: false`. */
export function groundingFor({ strict }: DialectContext, metadata: unknown): { groundingMetadata?: unknown } {
  return strict === false && isObject(metadata) ? { groundingMetadata: metadata } : {}
}

/** Removes the indexes, which only streams need. */
function messageOf(delta: CandidateDelta): AssistantMessage {
  const { content, reasoning_content: reasoning, reasoning_details: details, tool_calls: calls, images, audio } = delta
  return {
    role: 'assistant',
    content: content ?? (calls ? null : ''),
    refusal: null,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(details && { reasoning_details: details.map(withoutIndex) }),
    ...(calls && { tool_calls: calls.map(({ index: _, ...call }) => call as Omit<CompleteCall, 'index'>) }),
    ...(images && { images: images.map(withoutIndex) }),
    ...(audio && { audio }),
  }
}

function withoutIndex<T extends { index?: number }>({ index: _, ...rest }: T): Omit<T, 'index'> {
  return rest
}

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['SPII', 'content_filter'],
  // Google stops a response that recites existing text or images, such as copyrighted ones.
  ['RECITATION', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['MODEL_ARMOR', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
])

/**
 * Gemini reports STOP for a response with calls. OpenAI's clients run tools only if the reason is `tool_calls`. The
 * calls of a truncated or blocked response may be incomplete, so its own reason stays.
 */
export function finishReason(reason: string, hasCalls: boolean): FinishReason {
  const known = FINISH_REASONS.get(reason) ?? 'stop'
  return known === 'stop' && hasCalls ? 'tool_calls' : known
}

export function decodeLogprobs(value: Unchecked<LogprobsResult>): ChatLogprobs | null {
  if (!isObject(value)) return null
  const alternatives = listOf(value.topCandidates)
  const content = listOf(value.chosenCandidates).map((chosen, i) => ({
    ...decodeToken(chosen),
    top_logprobs: listOf(objectOf(alternatives[i]).candidates).map(decodeToken),
  }))
  return { content, refusal: null }
}

function decodeToken(value: Unchecked<TokenLogprob>): ChatTokenLogprob {
  const { token: given, logProbability } = objectOf(value)
  const token = textOf(given)
  return { token, logprob: finiteOf(logProbability) ?? -9999, bytes: [...Buffer.from(token)] }
}

/**
 * OpenAI's counts include cached input in the input, and thinking in the output. Null if nothing was counted: in early
 * events, Vertex sends only `{ trafficType }`.
 */
export function decodeUsage(counts: Unchecked<UsageMetadata>): ChatUsage | null {
  if (!isObject(counts)) return null
  const prompt = finiteOf(counts.promptTokenCount)
  const toolPrompt = finiteOf(counts.toolUsePromptTokenCount)
  const candidates = finiteOf(counts.candidatesTokenCount)
  const thoughts = finiteOf(counts.thoughtsTokenCount)
  const total = finiteOf(counts.totalTokenCount)
  if (prompt === null && candidates === null && total === null) return null
  const input = (prompt ?? 0) + (toolPrompt ?? 0)
  const output = (candidates ?? 0) + (thoughts ?? 0)
  const promptDetails = reported({
    cached_tokens: finiteOf(counts.cachedContentTokenCount),
    audio_tokens: tokensOf('AUDIO', counts.promptTokensDetails),
    image_tokens: tokensOf('IMAGE', counts.promptTokensDetails),
  })
  const completionDetails = reported({
    reasoning_tokens: thoughts,
    audio_tokens: tokensOf('AUDIO', counts.candidatesTokensDetails),
    image_tokens: tokensOf('IMAGE', counts.candidatesTokensDetails),
  })
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total ?? input + output,
    ...(promptDetails && { prompt_tokens_details: promptDetails }),
    ...(completionDetails && { completion_tokens_details: completionDetails }),
  }
}

function tokensOf(modality: string, details: Unchecked<ModalityCount[]>): number | null {
  for (const detail of listOf(details)) {
    const row = objectOf(detail)
    if (row.modality === modality) return finiteOf(row.tokenCount)
  }
  return null
}

function reported(members: Readonly<Record<string, number | null>>): Record<string, number> | null {
  const entries = Object.entries(members).flatMap(([name, count]) => (count === null ? [] : [[name, count] as const]))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

type CompleteCall = {
  readonly index: number
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; arguments: string }
  readonly extra_content?: ExtraContent
}

/** A new call, or the arguments of a call that an earlier delta opened. */
type CallPiece = CompleteCall | { readonly index: number; readonly function: { arguments: string } }

type Detail = {
  readonly type: 'thinking'
  text?: string
  signature?: string
  readonly format: ReasoningFormat
  readonly index: number
}

/** The members of a chat delta that come from Gemini's parts. */
export type CandidateDelta = {
  content?: string
  reasoning_content?: string
  reasoning_details?: Detail[]
  tool_calls?: CallPiece[]
  images?: ChatImage[]
  audio?: ChatAudio
}

/** Marks ids that this gateway generated. They are not sent to Gemini. */
const CALL_ID_PREFIX = 'call_gm_'

/**
 * An id for a call that Gemini sent without one, because OpenAI's format matches results to calls by id. It is the same
 * in a stream and in a complete response. It has 32 characters, because some formats limit ids to 40.
 */
function generateCallId(responseId: string, candidate: number, ordinal: number): string {
  const digest = Bun.CryptoHasher.hash('sha256', `${responseId}\0${candidate}\0${ordinal}`, 'hex')
  return CALL_ID_PREFIX + digest.slice(0, 24)
}

export function isGeneratedCallId(id: string): boolean {
  return id.startsWith(CALL_ID_PREFIX)
}

/** Turns the parts of one candidate, complete or in stream events, into members of a chat message or delta. */
export class CandidateReader {
  readonly #responseId: string
  readonly #candidate: number
  #calls = 0
  #details = 0
  #images = 0
  /** Audio of the parts that are being read, in base64. */
  #audio: string[] = []
  /** Pieces of one thought have the same index until a signature or another part ends it. */
  #isThoughtOpen = false
  #pending: { readonly index: number; readonly args: PartialArguments } | null = null

  constructor(responseId: string, candidate: number) {
    this.#responseId = responseId
    this.#candidate = candidate
  }

  get hasCalls(): boolean {
    return this.#calls > 0
  }

  read(parts: Unchecked<Part[]>): CandidateDelta {
    const delta: CandidateDelta = {}
    for (const part of listOf(parts)) if (isObject(part)) this.#readPart(part, delta)
    if (this.#audio.length > 0) {
      const id = `audio_${this.#responseId}_${this.#candidate}`
      delta.audio = { id, data: joinedBase64(this.#audio), expires_at: 0, transcript: '' }
      this.#audio = []
    }
    return delta
  }

  /** Closes a call whose last piece did not announce the end. */
  finish(delta: CandidateDelta = {}): CandidateDelta {
    if (this.#pending) this.#closeCall(delta)
    return delta
  }

  #readPart(part: UncheckedObject<Part>, delta: CandidateDelta): void {
    const signature = textOrNull(part.thoughtSignature)
    const text = typeof part.text === 'string' ? part.text : null
    if (text !== null && part.thought === true) this.#readThought(text, signature, delta)
    else if (isObject(part.functionCall)) this.#readCall(part.functionCall, signature, delta)
    else if (isObject(part.inlineData)) this.#readMedia(part, signature, delta)
    else this.#readText(text ?? codeText(part), signature, delta)
  }

  #readThought(text: string, signature: string | null, delta: CandidateDelta): void {
    if (text !== '') delta.reasoning_content = (delta.reasoning_content ?? '') + text
    if (text === '' && signature === null) return
    const index = this.#isThoughtOpen ? this.#details - 1 : this.#details++
    const open = delta.reasoning_details?.at(-1)
    if (open?.index === index) {
      open.text = (open.text ?? '') + text
      if (signature !== null) open.signature = signature
    } else {
      const signed = signature === null ? {} : { signature }
      addDetail(delta, { type: 'thinking', text, ...signed, format: GEMINI_FORMAT, index })
    }
    this.#isThoughtOpen = signature === null
  }

  /**
   * The signature of the response text becomes a detail without `text`. The signature of an empty part, which streams
   * send, becomes a detail with an empty `text`: Gemini requires signed parts back unmerged.
   */
  #readText(text: string, signature: string | null, delta: CandidateDelta): void {
    if (text !== '') {
      delta.content = (delta.content ?? '') + text
      this.#isThoughtOpen = false
    }
    if (signature === null) return
    this.#isThoughtOpen = false
    const index = this.#details++
    addDetail(delta, { type: 'thinking', ...(text === '' && { text }), signature, format: GEMINI_FORMAT, index })
  }

  #readCall(call: UncheckedObject<FunctionCall>, signature: string | null, delta: CandidateDelta): void {
    const name = textOrNull(call.name)
    this.#isThoughtOpen = false
    if (name !== null) {
      if (this.#pending) this.#closeCall(delta)
      this.#openCall(name, textOrNull(call.id), signature, delta)
    }
    if (!this.#pending) return
    this.#pending.args.assign(objectOf(call.args))
    this.#pending.args.add(call.partialArgs)
    if (call.willContinue !== true) this.#closeCall(delta)
  }

  #openCall(name: string, givenId: string | null, signature: string | null, delta: CandidateDelta): void {
    const index = this.#calls++
    delta.tool_calls ??= []
    delta.tool_calls.push({
      index,
      id: givenId ?? generateCallId(this.#responseId, this.#candidate, index),
      type: 'function',
      function: { name, arguments: '' },
      ...signedContent(signature),
    })
    this.#pending = { index, args: new PartialArguments() }
  }

  #closeCall(delta: CandidateDelta): void {
    const { index, args } = this.#pending!
    this.#pending = null
    delta.tool_calls ??= []
    const last = delta.tool_calls.at(-1)
    if (last?.index === index) last.function.arguments = args.toText()
    else delta.tool_calls.push({ index, function: { arguments: args.toText() } })
  }

  #readMedia(part: UncheckedObject<Part>, signature: string | null, delta: CandidateDelta): void {
    const { mimeType, data } = objectOf(part.inlineData)
    this.#isThoughtOpen = false
    // Draft images in the thinking are not part of the response.
    if (part.thought === true || typeof data !== 'string') return
    if (textOf(mimeType).startsWith('audio/')) {
      this.#audio.push(data)
      return
    }
    delta.images ??= []
    delta.images.push({
      type: 'image_url',
      image_url: { url: `data:${textOrNull(mimeType) ?? 'image/png'};base64,${data}` },
      index: this.#images++,
      ...signedContent(signature),
    })
  }
}

/** Decodes the texts before joining them, because each may end with padding. */
function joinedBase64(texts: readonly string[]): string {
  const [only] = texts
  if (texts.length === 1 && only !== undefined) return only
  return Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))).toString('base64')
}

function signedContent(signature: string | null): { extra_content?: ExtraContent } {
  return signature === null ? {} : { extra_content: { google: { thought_signature: signature } } }
}

function addDetail(delta: CandidateDelta, detail: Detail): void {
  delta.reasoning_details ??= []
  delta.reasoning_details.push(detail)
}

/** Code that ran at Google, and its output, as Markdown. */
function codeText(part: UncheckedObject<Part>): string {
  const code = textOf(objectOf(part.executableCode).code)
  if (code !== '') return `\n\`\`\`python\n${code}\n\`\`\`\n`
  const output = textOf(objectOf(part.codeExecutionResult).output)
  return output === '' ? '' : `\n\`\`\`\n${output}\n\`\`\`\n`
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

export function decodeError(status: number, body: unknown): ErrorResponse {
  // streamGenerateContent without `alt=sse` returns the error in a list.
  const holder: unknown = Array.isArray(body) ? body[0] : body
  const inner = isObject(holder) ? holder['error'] : null
  const error: UncheckedObject<GoogleError> = objectOf(inner)
  const message = textOrNull(error.message) ?? textOrNull(inner) ?? textOrNull(body)
  const details = listOf(error.details).map((detail) => objectOf(detail))
  const reason = details.map((detail) => textOrNull(detail.reason)).find((found) => found !== null)
  const field = details
    .flatMap((detail) => listOf(detail.fieldViolations))
    .map((violation) => textOrNull(objectOf(violation).field))
    .find((found) => found !== null)
  return {
    error: {
      message: message?.slice(0, 10_000) ?? `The provider returned HTTP ${status} without a message.`,
      type: errorType(status, reason),
      param: field ?? null,
      code: reason ?? textOrNull(error.status) ?? null,
    },
  }
}

/** An error event contains its own status. */
export function decodeStreamError(event: UncheckedObject<GenerateContentResponse>): ErrorResponse {
  return decodeError(finiteOf(objectOf(event.error).code) ?? 500, event)
}

function errorType(status: number, reason: string | undefined): string {
  // Google reports an invalid key with the status 400.
  if (reason === 'API_KEY_INVALID') return 'authentication_error'
  return ERROR_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
}
