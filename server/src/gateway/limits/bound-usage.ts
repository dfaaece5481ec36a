/** The most that a request can use, bounded by its own bytes. Budgets hold this much before it is sent. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { isObject } from '../../core/json.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import type { PricedFormat } from '../meter/priced-format.ts'
import { type Attached, attachedTo } from './attachments.ts'
import { boundsOf, type ModelBounds, USUAL_CONTEXT_TOKENS } from './model-bounds.ts'

export type Sized = {
  readonly format: PricedFormat
  readonly params: JsonObject | null
  /** Set if `params` is only the outline of a large body. Otherwise the attachments are counted here. */
  readonly attached?: Attached | null
  /** The size of the body as it is sent; null if it is streamed without a declared length. */
  readonly sizeBytes: number | null
  readonly model: string | null
}

/** Chat templates add tokens to every message and every request. */
const TOKENS_PER_MESSAGE = 16
const TOKENS_PER_REQUEST = 64
/** Providers add instructions on how to use tools. */
const TOKENS_FOR_TOOLS = 1_024
const TOKENS_AN_IMAGE_MADE = 8_192
const TOKENS_PER_SPOKEN_CHARACTER = 4
/** The data rate of the most compact speech codecs: 4 kbit/s. */
const BYTES_PER_SECOND = 500
const DOCUMENTS_PER_SEARCH = 100
/** Providers split longer documents, and each piece counts. */
const BYTES_PER_DOCUMENT = 1_000
const BYTES_PER_TOKEN = 4

const STORED_INPUT = ['previous_response_id', 'conversation', 'prompt', 'cachedContent'] as const
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
      const count = Math.max(listLength(params?.['documents']), Math.ceil(bytes / BYTES_PER_DOCUMENT))
      return { ...tokens(input, 0), searchUnits: Math.max(1, Math.ceil(count / DOCUMENTS_PER_SEARCH)) }
    }
    case 'images':
      return { ...tokens(input, TOKENS_AN_IMAGE_MADE * copies), images: copies }
    case 'speech':
      return { ...tokens(bytes, bytes * TOKENS_PER_SPOKEN_CHARACTER), characters: bytes }
    case 'transcription': {
      const seconds = Math.max(1, Math.ceil(bytes / BYTES_PER_SECOND))
      return { ...tokens(bytes, outputLimit(params, bounds)), audioSeconds: seconds }
    }
    default:
      return NO_USAGE
  }
}

/** The tokens that a request will probably use. For rate limits: the upper bound would refuse nearly everything. */
export function likelyTokens({ format, params, sizeBytes }: Omit<Sized, 'model'>): number {
  if (format === 'free' || format === 'session' || format === 'unknown') return 0
  const given = format === 'text' ? (givenLimit(params) ?? 0) * copiesIn(params) : 0
  return Math.max(1, Math.ceil((sizeBytes ?? 0) / BYTES_PER_TOKEN)) + given
}

function tokens(inputTokens: number, outputTokens: number): Usage {
  return { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

/** A token is at least one byte of text. Images count by the model's maximum instead of by their bytes. */
function inputBound({ params, sizeBytes, attached }: Sized, { contextTokens, imageTokens }: ModelBounds): number {
  const context = contextTokens ?? USUAL_CONTEXT_TOKENS
  if (sizeBytes === null) return context
  const seen = attached ?? attachedTo(params)
  let bound = Math.max(0, sizeBytes - seen.imageBytes) + TOKENS_PER_REQUEST + seen.items * TOKENS_PER_MESSAGE
  bound += seen.images * imageTokens
  if (params?.['tools'] || params?.['functions'] || params?.['toolConfig']) bound += TOKENS_FOR_TOOLS
  // Files and conversations stored at the provider may fill the whole context.
  if (seen.isRemote || (params && STORED_INPUT.some((key) => isStored(key, params[key])))) bound += context
  return contextTokens === null ? bound : Math.min(bound, contextTokens)
}

/** In the completions API `prompt` is the text itself; in the Responses API it names a stored prompt. */
function isStored(key: (typeof STORED_INPUT)[number], value: unknown): boolean {
  if (value === undefined || value === null) return false
  return key !== 'prompt' || (typeof value === 'object' && !Array.isArray(value))
}

function outputLimit(params: JsonObject | null, { outputTokens }: ModelBounds): number {
  return givenLimit(params) ?? outputTokens
}

/** The output limit in the request, in any format we know. If there are several, the largest. */
function givenLimit(params: JsonObject | null): number | null {
  if (!params) return null
  let limit = 0
  for (const key of OUTPUT_LIMITS) limit = Math.max(limit, countIn(params[key]))
  for (const generation of generationConfigs(params)) {
    limit = Math.max(limit, countIn(generation['maxOutputTokens']), countIn(generation['max_output_tokens']))
  }
  const inference = params['inferenceConfig']
  if (isObject(inference)) limit = Math.max(limit, countIn(inference['maxTokens']))
  return limit > 0 ? limit : null
}

function copiesIn(params: JsonObject | null): number {
  let copies = Math.max(1, countIn(params?.['n']), countIn(params?.['best_of']))
  for (const generation of generationConfigs(params)) {
    copies = Math.max(copies, countIn(generation['candidateCount']), countIn(generation['candidate_count']))
  }
  return copies
}

/** Google accepts both spellings. */
function generationConfigs(params: JsonObject | null): JsonObject[] {
  return [params?.['generationConfig'], params?.['generation_config']].filter(isObject)
}

/** Form fields are strings. */
function countIn(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? Math.min(Math.ceil(count), 1e9) : 0
}

function listLength(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
