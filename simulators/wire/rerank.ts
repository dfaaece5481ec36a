/** Reranking of documents, with the request and response members of each provider. */

import { z } from 'zod'
import { type JsonObject, readAs, refuseUnless, WireRefusal, type WireReply } from './wire-server.ts'

const common = {
  model: z.string().min(1),
  query: z.string().min(1),
  documents: z.array(z.string().min(1)).min(1).max(1_000),
}

/** https://docs.cohere.com/v2/reference/rerank, which most hosts follow. */
export const COHERE_RERANK = z.strictObject({
  ...common,
  top_n: z.int().min(1).optional(),
  max_tokens_per_doc: z.int().optional(),
})
/** https://jina.ai/reranker and https://docs.together.ai/reference/rerank-1. */
export const JINA_RERANK = z.strictObject({
  ...common,
  top_n: z.int().min(1).optional(),
  return_documents: z.boolean().optional(),
})
/** https://docs.voyageai.com/reference/reranker-api */
export const VOYAGE_RERANK = z.strictObject({
  ...common,
  top_k: z.int().min(1).optional(),
  return_documents: z.boolean().optional(),
  truncation: z.boolean().optional(),
})

/** Ranks the longest document first. Scores end in a zero, which is lost if the JSON is parsed and serialized again. */
export function rank(
  schema: z.ZodType<z.infer<typeof JINA_RERANK>>,
  json: JsonObject,
  list: 'results' | 'data',
): WireReply {
  const { documents, query, model } = readAs(schema, json)
  const failure = /^fail (\d{3})$/.exec(query)?.[1]
  if (failure !== undefined) throw new WireRefusal(`simulated failure ${failure}`, Number(failure))
  refuseUnless(new Set(documents).size === documents.length, 'documents: every document once')
  const order = documents.map((text, index) => ({ text, index })).sort((a, b) => b.text.length - a.text.length)
  const rows = order.map(({ index }, place) => `{"index":${index},"relevance_score":${(0.9 - place / 10).toFixed(2)}}`)
  const text = `{ "model": ${JSON.stringify(model)}, "${list}": [${rows.join(', ')}], "usage": {"total_tokens": 8} }`
  return { type: 'application/json', pieces: [text] }
}
