/** Embeddings in OpenAI's format: reads the request, writes the response, and adapts hosts whose format differs slightly. */

import type { Dialect, DialectContext, JsonObject } from './dialect.ts'
import {
  countOf,
  invalidMember,
  isAbsent,
  listOf,
  objectOf,
  objectsIn,
  textOf,
  type UncheckedObject,
  unreadableResponse,
} from './json.ts'

/** https://platform.openai.com/docs/api-reference/embeddings/create */
export type EmbeddingsRequest = {
  input: string | string[]
  model: string
  encoding_format?: 'float' | 'base64'
  dimensions?: number
  user?: string
}

export type EmbeddingsResponse = {
  object: 'list'
  data: { object: 'embedding'; index: number; embedding: unknown }[]
  model: string
  usage?: { prompt_tokens: number; total_tokens: number }
}

export type EmbeddingsBody = UncheckedObject<EmbeddingsRequest>

const EMBEDDINGS_MEMBERS: ReadonlySet<string> = new Set([
  'input',
  'model',
  'encoding_format',
  'dimensions',
  'user',
] satisfies (keyof EmbeddingsRequest)[])

/** The members that OpenAI's format does not define. They are forwarded unchanged. */
export function extraEmbeddingsMembers(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !EMBEDDINGS_MEMBERS.has(name)))
}

export function inputTexts(input: unknown): string[] {
  const texts: unknown = typeof input === 'string' ? [input] : input
  const isTexts = Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === 'string')
  if (isTexts) return texts
  throw invalidMember(
    'input',
    'expected a string or a list of strings.',
    'Token ids depend on the model; send the text itself.',
  )
}

/** Checks the caller's `encoding_format`. Providers always return numbers; `embeddingsResponse` encodes them. */
export function checkEncoding(format: unknown): void {
  if (isAbsent(format) || format === 'float' || format === 'base64') return
  throw invalidMember('encoding_format', 'expected "float" or "base64".')
}

/** Encodes vectors as base64 if requested. OpenAI's client requests it by default and then cannot read numbers. */
export function embeddingsResponse(
  vectors: readonly unknown[],
  promptTokens: number | null,
  context: DialectContext,
): EmbeddingsResponse {
  const encode = context.request?.['encoding_format'] === 'base64' ? base64 : listOf
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    model: context.model,
    ...(promptTokens === null ? {} : { usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } }),
  }
}

/** Little-endian 32-bit floats, as in OpenAI's responses. */
function base64(vector: unknown): string {
  const numbers = listOf(vector)
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [i, value] of numbers.entries()) bytes.writeFloatLE(typeof value === 'number' ? value : 0, i * 4)
  return bytes.toString('base64')
}

/** A dialect for a host whose format differs from OpenAI's in some names. `rename` converts a checked body. */
export function embeddingsVariant(name: string, rename: (body: JsonObject) => JsonObject): Dialect {
  return {
    name,
    framing: 'sse',
    encode(body, { model }) {
      checkEncoding(body['encoding_format'])
      return rename({ ...body, model })
    },
    decode: decodeVariant,
    decodeError: decodeVariantError,
  }
}

/** The host received the caller's `encoding_format`, so base64 vectors are already encoded. */
function decodeVariant(response: UncheckedObject<EmbeddingsResponse>, context: DialectContext): EmbeddingsResponse {
  const { data, usage } = response
  if (!Array.isArray(data)) throw unreadableResponse(context.provider)
  const vectors = data.map((row) => objectOf(row).embedding)
  const { prompt_tokens: prompt, total_tokens: total } = objectOf(usage)
  const tokens = countOf(prompt) ?? countOf(total) ?? 0
  if (vectors.every(Array.isArray)) return embeddingsResponse(vectors, tokens, context)
  return {
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: context.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

/** `detail` is a message, or FastAPI's list of validation errors. */
type VariantError = {
  detail?: string | { loc?: (string | number)[]; msg?: string }[]
  message?: string
  error?: string | { message?: string }
}

export function decodeVariantError(status: number, body: unknown): JsonObject {
  const { detail, message, error }: UncheckedObject<VariantError> = objectOf(body)
  const listed = objectsIn(detail).map(validationMessage).join('; ')
  const plain = typeof body === 'string' ? body.slice(0, 1000).trim() : ''
  const messages = [detail, objectOf(error).message, error, message, listed, plain].map(textOf)
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  const found = messages.find((text) => text !== '') ?? `The provider returned HTTP ${status} without a message.`
  return { error: { message: found, type, param: null, code: null } }
}

function validationMessage({ loc, msg }: { readonly loc?: unknown; readonly msg?: unknown }): string {
  const path = listOf(loc).map(String).join('.')
  return path === '' ? textOf(msg) : `${path}: ${textOf(msg)}`
}
