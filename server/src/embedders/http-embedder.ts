/** Embeddings over HTTP in OpenAI's format: by a server the operator names, or through our own request path. */

import type { Embedder, EmbeddingOwner } from '../core/semantic/embedder.ts'
import { BatchingEmbedder } from './batch.ts'
import { readVectors } from './read-vectors.ts'

/** More would be no embeddings of 64 texts. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export type EmbeddingPost = (body: Uint8Array, owner: EmbeddingOwner) => Promise<Response>

export type HttpEmbedderOptions = {
  readonly identity: string
  readonly model: string
  /** Asked for where the model can cut its vectors; null: as the model gives them. */
  readonly dimensions: number | null
  readonly post: EmbeddingPost
}

export function httpEmbedder({ identity, model, dimensions, post }: HttpEmbedderOptions): Embedder {
  return new BatchingEmbedder(identity, async (texts, owner) => {
    const asked = { model, input: texts, encoding_format: 'float', ...(dimensions !== null && { dimensions }) }
    const response = await post(Buffer.from(JSON.stringify(asked)), owner)
    const body = await readLimited(response)
    if (!response.ok) throw new Error(`status ${response.status}${codeIn(body)}`)
    return readVectors(JSON.parse(body), texts.length)
  })
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of response.body ?? []) {
    total += chunk.length
    if (total > MAX_ANSWER_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The code of our own refusals: what to mend is said by it, and never more than it. */
function codeIn(body: string): string {
  const code = /"code"\s*:\s*"([a-z_]{1,64})"/.exec(body)?.[1]
  return code === undefined ? '' : ` (${code})`
}
