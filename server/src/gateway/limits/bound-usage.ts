/** The most a request can use, from its own bytes: what is set aside for it before it is sent. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { boundsOf, type ModelBounds, USUAL_CONTEXT_TOKENS } from './model-bounds.ts'
import type { PricedFormat } from './priced-format.ts'

export type Sized = {
  readonly format: PricedFormat
  readonly params: JsonObject | null
  /** Of the body as it goes out; null when it streams and nobody said how long it is. */
  readonly sizeBytes: number | null
  readonly model: string | null
}

/** Templates put words around every message and every request. */
const TOKENS_A_MESSAGE = 16
const TOKENS_A_REQUEST = 64
/** Makers tell their models how to use tools. */
const TOKENS_FOR_TOOLS = 1_024
const TOKENS_AN_IMAGE_MADE = 8_192
const TOKENS_A_CHARACTER_SPOKEN = 4
/** The slowest speech codecs need about this much for a second. */
const BYTES_A_SECOND = 500
const DOCUMENTS_A_SEARCH = 100
/** Longer documents are cut into pieces that count each. */
const BYTES_A_DOCUMENT = 1_000
const BYTES_A_TOKEN = 4

const INPUT_KEPT = ['previous_response_id', 'conversation', 'prompt', 'cachedContent'] as const
const OUTPUT_LIMITS = ['max_completion_tokens', 'max_tokens', 'max_output_tokens', 'max_tokens_to_sample'] as const

export function boundUsage(sized: Sized): Usage {
  const { format, params, model } = sized
  const bounds = boundsOf(model)
  const bytes = sized.sizeBytes ?? 0
  const input = inputBound(sized, bounds)
  const copies = copiesIn(params)
  switch (format) {
    case 'text':
      return tokens(input, outputLimit(params, bounds) * copies)
    case 'embeddings':
    case 'moderation':
      return tokens(input, 0)
    case 'rerank': {
      const count = Math.max(listLength(params?.['documents']), Math.ceil(bytes / BYTES_A_DOCUMENT))
      return { ...tokens(input, 0), searchUnits: Math.max(1, Math.ceil(count / DOCUMENTS_A_SEARCH)) }
    }
    case 'images':
      return { ...tokens(input, TOKENS_AN_IMAGE_MADE * copies), images: copies }
    case 'speech':
      return { ...tokens(bytes, bytes * TOKENS_A_CHARACTER_SPOKEN), characters: bytes }
    case 'transcription': {
      const seconds = Math.max(1, Math.ceil(bytes / BYTES_A_SECOND))
      return { ...tokens(bytes, outputLimit(params, bounds)), audioSeconds: seconds }
    }
    default:
      return NO_USAGE
  }
}

/** What it will probably use: for rate limits, which would refuse everything if they took the most for the likely. */
export function likelyTokens({ format, params, sizeBytes }: Omit<Sized, 'model'>): number {
  if (format === 'free' || format === 'unknown') return 0
  const given = format === 'text' ? (givenLimit(params) ?? 0) * copiesIn(params) : 0
  return Math.max(1, Math.ceil((sizeBytes ?? 0) / BYTES_A_TOKEN)) + given
}

function tokens(inputTokens: number, outputTokens: number): Usage {
  return { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

/** A token is at least a byte of text; pictures count by the model's maximum instead of by their bytes. */
function inputBound({ params, sizeBytes }: Sized, { contextTokens, imageTokens }: ModelBounds): number {
  const context = contextTokens ?? USUAL_CONTEXT_TOKENS
  if (sizeBytes === null) return context
  const seen = new Attachments()
  if (params) {
    seen.lookThrough(params['messages'])
    seen.lookThrough(params['input'])
    seen.lookThrough(params['contents'])
  }
  let bound = Math.max(0, sizeBytes - seen.imageBytes) + TOKENS_A_REQUEST + seen.items * TOKENS_A_MESSAGE
  bound += seen.images * imageTokens
  if (params?.['tools'] || params?.['functions'] || params?.['toolConfig']) bound += TOKENS_FOR_TOOLS
  // Files and conversations that lie at the provider: as much as the model can read.
  if (seen.isRemote || (params && INPUT_KEPT.some((key) => isKept(key, params[key])))) bound += context
  return contextTokens === null ? bound : Math.min(bound, contextTokens)
}

/** The old completions have their text in `prompt`; the Responses API names a stored one there. */
function isKept(key: (typeof INPUT_KEPT)[number], value: unknown): boolean {
  if (value === undefined || value === null) return false
  return key !== 'prompt' || (typeof value === 'object' && !Array.isArray(value))
}

const IMAGE_TYPE = /image/
const REMOTE_KEYS = ['file_id', 'file_url', 'file_uri', 'fileUri', 'fileData', 'file_data'] as const

/** Messages, and the pictures and files among their parts. */
class Attachments {
  items = 0
  images = 0
  imageBytes = 0
  isRemote = false

  lookThrough(messages: unknown): void {
    if (!Array.isArray(messages)) return
    for (const message of messages) {
      this.items++
      if (!isObject(message)) continue
      this.#parts(message['content'])
      this.#parts(message['parts'])
      this.#part(message)
    }
  }

  #parts(parts: unknown): void {
    if (!Array.isArray(parts)) return
    for (const part of parts) {
      if (!isObject(part)) continue
      this.#part(part)
      // Results of tools hold parts of their own.
      this.#parts(part['content'])
    }
  }

  #part(part: JsonObject): void {
    const type = part['type']
    const isImage =
      (typeof type === 'string' && IMAGE_TYPE.test(type)) || 'image' in part || 'image_url' in part || isInline(part)
    if (isImage) {
      this.images++
      this.imageBytes += longestText(part)
      return
    }
    for (const key of REMOTE_KEYS) if (part[key] !== undefined) this.isRemote = true
    const source = part['source'] ?? part['file']
    if (isObject(source) && (source['type'] === 'url' || source['type'] === 'file' || 'file_id' in source))
      this.isRemote = true
  }
}

function isInline(part: JsonObject): boolean {
  const data = part['inlineData'] ?? part['inline_data']
  const type = isObject(data) ? (data['mimeType'] ?? data['mime_type']) : null
  return typeof type === 'string' && IMAGE_TYPE.test(type)
}

/** The picture itself, when it is sent along in base64; an address counts as text. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length > 1_000 ? value.length : 0
  if (!isObject(value)) return 0
  let longest = 0
  for (const member of Object.values(value)) longest = Math.max(longest, longestText(member))
  return longest
}

function outputLimit(params: JsonObject | null, { outputTokens }: ModelBounds): number {
  return givenLimit(params) ?? outputTokens
}

/** The request's own limit, in the words of any format we know; the largest, where there are several. */
function givenLimit(params: JsonObject | null): number | null {
  if (!params) return null
  let limit = 0
  for (const key of OUTPUT_LIMITS) limit = Math.max(limit, countIn(params[key]))
  const generation = params['generationConfig'] ?? params['generation_config']
  if (isObject(generation)) limit = Math.max(limit, countIn(generation['maxOutputTokens']))
  const inference = params['inferenceConfig']
  if (isObject(inference)) limit = Math.max(limit, countIn(inference['maxTokens']))
  return limit > 0 ? limit : null
}

function copiesIn(params: JsonObject | null): number {
  const generation = params?.['generationConfig']
  const candidates = isObject(generation) ? generation['candidateCount'] : undefined
  return Math.max(1, countIn(params?.['n']), countIn(params?.['best_of']), countIn(candidates))
}

/** In a form numbers are letters. */
function countIn(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? Math.min(Math.ceil(count), 1e9) : 0
}

function listLength(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
