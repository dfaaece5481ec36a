/** Voyage's and Jina's APIs: embeddings and reranking, with the members that differ from OpenAI's. */

import { z } from 'zod'
import { vectorOf } from './openai/openai.ts'
import { JINA_RERANK, rank, VOYAGE_RERANK } from './rerank.ts'
import { type JsonObject, readAs, refuseUnless, type WireProvider, WireRefusal, type WireReply } from './wire-server.ts'

export const EMBEDDER_KEY = 'pa-of-the-simulator'

const input = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

/** https://docs.voyageai.com/reference/embeddings-api */
const voyageBody = z.strictObject({
  model: z.string().min(1),
  input,
  input_type: z.enum(['query', 'document']).nullish(),
  truncation: z.boolean().optional(),
  output_dimension: z.int().nullish(),
  output_dtype: z.enum(['float', 'int8', 'uint8', 'binary', 'ubinary']).optional(),
  encoding_format: z.literal('base64').nullish(),
})

/** https://api.jina.ai/redoc */
const jinaBody = z.strictObject({
  model: z.string().min(1),
  input,
  task: z.string().optional(),
  dimensions: z.int().optional(),
  normalized: z.boolean().optional(),
  late_chunking: z.boolean().optional(),
  truncate: z.boolean().optional(),
  embedding_type: z.enum(['float', 'base64', 'binary', 'ubinary']).optional(),
})

export const voyageWire: WireProvider = {
  answer: (request) => {
    refuseUnless(request.headers['authorization'] === `Bearer ${EMBEDDER_KEY}`, 'Provided API key is invalid.', 401)
    if (request.path === '/v1/rerank') return rank(VOYAGE_RERANK, request.json, 'data')
    refuseUnless(request.path === '/v1/embeddings', 'Not Found', 404)
    const { input: texts, encoding_format: format, model } = readAs(voyageBody, request.json)
    return embed(texts, format === 'base64', { model, usage: { total_tokens: 8 } })
  },
  refuse: refuseDetail,
}

export const jinaWire: WireProvider = {
  answer: (request) => {
    refuseUnless(request.headers['authorization'] === `Bearer ${EMBEDDER_KEY}`, 'Invalid API key', 401)
    if (request.path === '/v1/rerank') return rank(JINA_RERANK, request.json, 'results')
    if (request.path !== '/v1/embeddings') throw new WireRefusal('Not Found', 404)
    const { input: texts, embedding_type: type, model } = readAs(jinaBody, request.json)
    return embed(texts, type === 'base64', { model, usage: { total_tokens: 8, prompt_tokens: 8 } })
  },
  refuse: refuseDetail,
}

function embed(texts: string | readonly string[], isBase64: boolean, more: JsonObject): WireReply {
  const data = [texts].flat().map((text, index) => {
    const vector = vectorOf(text)
    const bytes = Buffer.from(new Float32Array(vector).buffer).toString('base64')
    return { object: 'embedding', index, embedding: isBase64 ? bytes : vector }
  })
  return { status: 200, json: { object: 'list', data, ...more } }
}

function refuseDetail(status: number, message: string): WireReply {
  return { status, json: { detail: message } }
}
