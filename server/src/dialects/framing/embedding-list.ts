/** Embeddings in OpenAI's format: reads the input, and writes the list of vectors in the encoding the caller asked for. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { isAbsent, listOf, unsayable } from './json-shape.ts'

/** Everything https://platform.openai.com/docs/api-reference/embeddings/create defines. */
const EMBEDDING_MEMBERS: ReadonlySet<string> = new Set(['input', 'model', 'encoding_format', 'dimensions', 'user'])

/** The members OpenAI's format does not define. */
export function embeddingRest(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !EMBEDDING_MEMBERS.has(name)))
}

export function inputTexts(input: unknown): readonly string[] {
  const texts = typeof input === 'string' ? [input] : input
  const isTexts = Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === 'string')
  if (isTexts) return texts
  throw unsayable(
    'input',
    'expected a text or a list of texts.',
    'Tokens of another provider’s model mean nothing to this one; send the text itself.',
  )
}

/** Only these two are OpenAI's; whichever it is, the provider is asked for numbers. */
export function checkEncoding(format: unknown): void {
  if (isAbsent(format) || format === 'float' || format === 'base64') return
  throw unsayable('encoding_format', 'expected "float" or "base64".')
}

/** OpenAI's own client asks for base64 whenever the program says nothing, and takes nothing else then. */
export function embeddingList(
  vectors: readonly unknown[],
  promptTokens: number | null,
  context: DialectContext,
): JsonObject {
  const encode = context.request?.['encoding_format'] === 'base64' ? base64 : listOf
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    model: context.model,
    ...(promptTokens === null ? {} : { usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } }),
  }
}

/** 32-bit floats, little-endian, as OpenAI encodes them. */
function base64(vector: unknown): string {
  const numbers = listOf(vector)
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [i, value] of numbers.entries()) bytes.writeFloatLE(typeof value === 'number' ? value : 0, i * 4)
  return bytes.toString('base64')
}
