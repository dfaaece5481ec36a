/** Translates embeddings for the Gemini API's embedContent and batchEmbedContents, and for Vertex's `:predict`. */

import { GatewayError } from '../../core/errors.ts'
import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import { type EmbeddingsRequest, type EmbeddingsResponse, embeddingsResponse } from '../embeddings.ts'
import { finiteOf, invalidMember, isAbsent, isObject, listOf, objectOf, type UncheckedObject } from '../json.ts'
import { decodeError } from './response.ts'
import type { EmbedContentRequest, EmbedContentResponse, PredictRequest, PredictResponse } from './types.ts'

export const geminiEmbeddings: Dialect = {
  name: 'gemini-embeddings',
  framing: 'sse',
  encode: encodeGemini,
  decode: decodeGemini,
  decodeError,
}

export const vertexEmbeddings: Dialect = {
  name: 'vertex-embeddings',
  framing: 'sse',
  encode: encodeVertex,
  decode: decodeVertex,
  decodeError,
}

/** OpenAI's request with Google's members, which callers may add in both spellings. */
type Body = UncheckedObject<EmbeddingsRequest & { task_type?: string; taskType?: string; title?: string }>

/** Members that are translated here. All others are forwarded unchanged. */
const TRANSLATED_MEMBERS: ReadonlySet<string> = new Set([
  'dimensions',
  'encoding_format',
  'input',
  'model',
  'task_type',
  'taskType',
  'title',
  'user',
  '__proto__',
] satisfies (keyof Body | '__proto__')[])

type ReadRequest = {
  readonly texts: readonly string[]
  readonly dimensions: unknown
  readonly taskType: unknown
  readonly title: unknown
  readonly extra: JsonObject
}

function readRequest(body: Body): ReadRequest {
  const format = body.encoding_format
  if (!isAbsent(format) && format !== 'float' && format !== 'base64') {
    throw invalidMember('encoding_format', 'expected float or base64.', 'Leave it out for numbers.')
  }
  return {
    texts: readTexts(body.input),
    dimensions: body.dimensions,
    taskType: body.task_type ?? body.taskType,
    title: body.title,
    extra: Object.fromEntries(Object.entries(body).filter(([name]) => !TRANSLATED_MEMBERS.has(name))),
  }
}

/** Selects the endpoint: one text uses embedContent, several use batchEmbedContents. */
export function isBatch(body: { readonly input?: unknown } | null): boolean {
  return Array.isArray(body?.input) && body.input.length !== 1
}

function readTexts(input: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (texts.length === 0) {
    throw invalidMember('input', 'expected at least one text.', 'Send a string or a list of strings.')
  }
  if (texts.every((text) => typeof text === 'string')) return texts
  const other = texts.findIndex((text) => typeof text !== 'string')
  const isTokens = typeof texts[other] === 'number' || Array.isArray(texts[other])
  throw invalidMember(
    Array.isArray(input) ? `input[${other}]` : 'input',
    isTokens ? 'Gemini does not understand the token ids of OpenAI’s models.' : 'expected a string.',
    'Send a string or a list of strings.',
  )
}

function encodeGemini(body: Body, context: DialectContext): JsonObject {
  const { texts, dimensions, taskType, title, extra } = readRequest(body)
  const model = /^(?:models|tunedModels)\//.test(context.model) ? context.model : `models/${context.model}`
  const requests = texts.map(
    (text): EmbedContentRequest => ({
      ...extra,
      model,
      content: { parts: [{ text }] },
      ...(!isAbsent(taskType) && { taskType }),
      ...(!isAbsent(title) && { title }),
      ...(!isAbsent(dimensions) && { outputDimensionality: dimensions }),
    }),
  )
  return isBatch(body) ? { requests } : requests[0]!
}

function decodeGemini(response: UncheckedObject<EmbedContentResponse>, context: DialectContext): EmbeddingsResponse {
  const { embedding: single, embeddings: several, usageMetadata } = response
  const embeddings = (isObject(single) ? [single] : listOf(several)).map((embedding) => objectOf(embedding))
  const total = objectOf(usageMetadata).promptTokenCount
  const each = embeddings.map((embedding) => objectOf(embedding.statistics).tokenCount)
  return toResponse(
    embeddings.map((embedding) => embedding.values),
    sumTokens([total]) ?? sumTokens(each),
    context,
  )
}

function encodeVertex(body: Body): PredictRequest {
  const { texts, dimensions, taskType, title, extra } = readRequest(body)
  const instances = texts.map((content) => ({
    content,
    ...(!isAbsent(taskType) && { task_type: taskType }),
    ...(!isAbsent(title) && { title }),
  }))
  const parameters = {
    ...(!isAbsent(dimensions) && { outputDimensionality: dimensions }),
    ...objectOf(extra['parameters']),
  }
  return { ...extra, instances, ...(Object.keys(parameters).length > 0 && { parameters }) }
}

function decodeVertex(response: UncheckedObject<PredictResponse>, context: DialectContext): EmbeddingsResponse {
  const predictions = listOf(response.predictions).map((row) => objectOf(objectOf(row).embeddings))
  return toResponse(
    predictions.map((embedding) => embedding.values),
    sumTokens(predictions.map((embedding) => objectOf(embedding.statistics).token_count)),
    context,
  )
}

/** Unreported tokens are 0: OpenAI's clients read usage.prompt_tokens without a check. */
function toResponse(vectors: readonly unknown[], tokens: number | null, context: DialectContext): EmbeddingsResponse {
  if (vectors.length === 0 || !vectors.every(isVector)) {
    throw new GatewayError('upstream_broken', { message: `The response from ${context.provider} has no embeddings.` })
  }
  return embeddingsResponse(vectors, tokens ?? 0, context)
}

function isVector(value: unknown): boolean {
  return Array.isArray(value) && value.every((number) => typeof number === 'number')
}

/** The sum of the reported counts; null if there are none. */
function sumTokens(counts: readonly unknown[]): number | null {
  const known = counts.map(finiteOf).filter((count) => count !== null)
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : null
}
