/** What kind of work a request asks for, as far as its cost is concerned; pass-through calls are known by their paths. */

import type { EndpointName } from '../../core/endpoints.ts'
import { type AskedFor, isChargeable } from '../meter/free-calls.ts'

/** `free`: costs nothing. `unknown`: may cost anything, so nobody may ask for it under a budget. */
export type PricedFormat =
  | 'free'
  | 'text'
  | 'embeddings'
  | 'moderation'
  | 'rerank'
  | 'images'
  | 'speech'
  | 'transcription'
  | 'unknown'

const ENDPOINTS: ReadonlyMap<EndpointName, PricedFormat> = new Map<EndpointName, PricedFormat>([
  ['chat.completions', 'text'],
  ['completions', 'text'],
  ['messages', 'text'],
  ['responses', 'text'],
  ['embeddings', 'embeddings'],
  ['moderations', 'moderation'],
  ['images.generations', 'images'],
  ['images.edits', 'images'],
  ['audio.speech', 'speech'],
  ['audio.transcriptions', 'transcription'],
  ['audio.translations', 'transcription'],
  // What the lines of a batch cost shows only when it is done, and then nobody asks us.
  ['batches.create', 'unknown'],
])

const PATHS: readonly (readonly [pattern: RegExp, format: PricedFormat])[] = [
  [/\/(?:batches|batch)$|:batchGenerateContent$|:asyncBatchEmbedContent$|\/model-invocation-job$/, 'unknown'],
  [/\/(?:chat|chat\/completions|completions|messages|responses|complete|generate)$/, 'text'],
  [/:(?:generateContent|streamGenerateContent|rawPredict|streamRawPredict)$/, 'text'],
  [/\/model\/[^/]+\/(?:converse|converse-stream|invoke|invoke-with-response-stream)$/, 'text'],
  [/\/(?:embeddings|embed)$|:(?:embedContent|batchEmbedContents)$/, 'embeddings'],
  [/\/rerank$/, 'rerank'],
  [/\/moderations$/, 'moderation'],
  [/\/images\/(?:generations|edits|variations)$/, 'images'],
  [/\/audio\/speech$/, 'speech'],
  [/\/audio\/(?:transcriptions|translations)$/, 'transcription'],
]

export function formatOf(exchange: AskedFor): PricedFormat {
  const { endpoint, path } = exchange.incoming
  const known = ENDPOINTS.get(endpoint.name)
  if (known !== undefined) return known
  const named = PATHS.find(([pattern]) => pattern.test(path))?.[1]
  if (named === 'unknown' && exchange.incoming.method === 'POST') return 'unknown'
  if (!isChargeable(exchange)) return 'free'
  return named ?? 'unknown'
}
