/** Calls an embeddings endpoint in OpenAI's format: a server set by the operator, or the gateway's own request path. */

import { readResponse } from '../core/body/read-response.ts'
import type { Embedder, EmbeddingOwner } from '../core/semantic/embedder.ts'
import { BatchingEmbedder } from './batch.ts'
import { readVectors } from './read-vectors.ts'

/** Larger than any valid response for 64 texts. */
const ANSWER_LIMITS = { maxBytes: 16 * 1024 * 1024, timeoutMs: 10_000 }

export type EmbeddingPost = (body: Uint8Array, owner: EmbeddingOwner) => Promise<Response>

export type HttpEmbedderOptions = {
  readonly identity: string
  readonly model: string
  /** The requested vector length, for models that support shorter vectors. Null: the model's default. */
  readonly dimensions: number | null
  readonly post: EmbeddingPost
}

export function httpEmbedder({ identity, model, dimensions, post }: HttpEmbedderOptions): Embedder {
  return new BatchingEmbedder(identity, async (texts, owner) => {
    const payload = { model, input: texts, encoding_format: 'float', ...(dimensions !== null && { dimensions }) }
    const response = await post(Buffer.from(JSON.stringify(payload)), owner)
    const body = await readResponse(response, ANSWER_LIMITS)
    if (!response.ok) throw new Error(`status ${response.status}${codeIn(body)}`)
    return readVectors(JSON.parse(body), texts.length)
  })
}

/** The `code` of an error response, in parentheses, or an empty string. */
function codeIn(body: string): string {
  const code = /"code"\s*:\s*"([a-z_]{1,64})"/.exec(body)?.[1]
  return code === undefined ? '' : ` (${code})`
}
