/** Vectors as OpenAI's list of embeddings. */

import { GatewayError } from '../../../core/errors.ts'
import type { DialectContext, JsonObject } from '../../dialect.ts'
import { numberOf } from '../members.ts'

/** The answer's form depends on the question: OpenAI's own client asks for base64 and reads nothing else. */
export type EmbeddingContext = DialectContext & {
  /** The caller's body in OpenAI's format. */
  readonly request?: JsonObject | null
}

/**
 * `tokens` is null when the provider counted none. OpenAI's clients read usage.prompt_tokens without asking whether it is there,
 * so the member is always given: 0 says "not counted" and nothing is estimated.
 */
export function embeddingList(
  vectors: readonly unknown[],
  tokens: number | null,
  context: EmbeddingContext,
): JsonObject {
  const isBase64 = context.request?.['encoding_format'] === 'base64'
  return {
    object: 'list',
    data: vectors.map((vector, index) => {
      const numbers = readVector(vector, context.provider)
      return { object: 'embedding', index, embedding: isBase64 ? toBase64(numbers) : numbers }
    }),
    model: context.model,
    usage: { prompt_tokens: tokens ?? 0, total_tokens: tokens ?? 0 },
  }
}

/** The sum of what is known; null when nothing is. */
export function sumTokens(counts: readonly unknown[]): number | null {
  const known = counts.map(numberOf).filter((count) => count !== null)
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : null
}

export function noVectors(provider: string): GatewayError {
  return new GatewayError('upstream_broken', { message: `The answer of ${provider} has no embeddings.` })
}

function readVector(value: unknown, provider: string): readonly number[] {
  if (Array.isArray(value) && value.every((number) => typeof number === 'number')) return value
  throw noVectors(provider)
}

/** Little-endian 32-bit floats, as OpenAI sends them. */
function toBase64(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [i, number] of numbers.entries()) bytes.writeFloatLE(number, i * 4)
  return bytes.toString('base64')
}
