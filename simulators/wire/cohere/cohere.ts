/** Cohere's v2 API: https://docs.cohere.com/reference/about. */

import { z } from 'zod'
import { vectorOf } from '../openai/openai.ts'
import { replyTo } from '../reply-content.ts'
import { COHERE_RERANK, rank } from '../rerank.ts'
import { readAs, refuseUnless, type WireProvider } from '../wire-server.ts'
import { readCohereChat } from './request.ts'
import { writeCohereChat } from './response.ts'

export const COHERE_KEY = 'co-of-the-simulator'

/** https://docs.cohere.com/v2/reference/embed */
const embedBody = z.strictObject({
  model: z.string().min(1),
  texts: z.array(z.string().min(1)).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering', 'image']),
  embedding_types: z.array(z.enum(['float'])).min(1),
  output_dimension: z.int().optional(),
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
})

export const cohereWire: WireProvider = {
  answer({ path, headers, json }) {
    refuseUnless(headers['authorization'] === `Bearer ${COHERE_KEY}`, 'invalid api token', 401)
    if (path === '/v2/embed') {
      const { texts } = readAs(embedBody, json)
      const meta = { api_version: { version: '2' }, billed_units: { input_tokens: 8 } }
      return { status: 200, json: { id: 'e-1', embeddings: { float: texts.map(vectorOf) }, texts, meta } }
    }
    if (path === '/v2/rerank') return rank(COHERE_RERANK, json, 'results')
    refuseUnless(path === '/v2/chat', `the path ${path} was not found`, 404)
    const asked = readCohereChat(json)
    return writeCohereChat(replyTo(asked), asked)
  },
  refuse: (status, message) => ({ status, json: { id: '8e7a1c4e-0001', message } }),
}
