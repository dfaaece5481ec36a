/** Google's Gemini API with an API key: https://ai.google.dev/api. */

import { z } from 'zod'
import { vectorOf } from '../openai/openai.ts'
import { replyTo } from '../reply-content.ts'
import {
  type JsonObject,
  readAs,
  refuseUnless,
  type WireProvider,
  WireRefusal,
  type WireReply,
} from '../wire-server.ts'
import { readGenerate } from './request.ts'
import { writeGenerated } from './response.ts'

export const GOOGLE_KEY = 'AIza-of-the-simulator'

const embedOne = z.strictObject({
  model: z.string().optional(),
  content: z.strictObject({
    role: z.string().optional(),
    parts: z.array(z.strictObject({ text: z.string().min(1) })).length(1),
  }),
  taskType: z.string().optional(),
  outputDimensionality: z.int().optional(),
})
const embedMany = z.strictObject({ requests: z.array(embedOne).min(1) })

export const googleWire: WireProvider = {
  answer({ path, search, headers, json }) {
    refuseUnless(headers['x-goog-api-key'] === GOOGLE_KEY, 'API key not valid. Please pass a valid API key.', 400)
    refuseUnless(headers['authorization'] === undefined, 'Two credentials were sent.')
    const [, model, method] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path) ?? []
    refuseUnless(model !== undefined && method !== undefined, `Not found: ${path}`, 404)
    return answerGoogle(model, method, search, json)
  },
  refuse: refuseGoogle,
}

function answerGoogle(model: string, method: string, search: string, json: JsonObject): WireReply {
  if (method === 'embedContent') {
    const { content } = readAs(embedOne, json)
    return { status: 200, json: { embedding: { values: vectorOf(content.parts[0]!.text) } } }
  }
  if (method === 'batchEmbedContents') {
    const { requests } = readAs(embedMany, json)
    refuseUnless(
      requests.every((one) => one.model === `models/${model}`),
      'requests.model: must be the model of the path',
    )
    return {
      status: 200,
      json: { embeddings: requests.map(({ content }) => ({ values: vectorOf(content.parts[0]!.text) })) },
    }
  }
  return generate(model, method, search, json)
}

/** Also used by Vertex AI, which has the same methods at other URLs. */
export function generate(model: string, method: string, search: string, json: JsonObject): WireReply {
  const isStream = method === 'streamGenerateContent'
  if (!isStream && method !== 'generateContent') throw new WireRefusal(`Method not found: ${method}`, 404)
  refuseUnless(!isStream || search === '?alt=sse', 'The simulator supports streams only with alt=sse.')
  const asked = readGenerate(json, isStream)
  return writeGenerated(replyTo(asked), asked, model)
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

/** https://cloud.google.com/apis/design/errors */
export function refuseGoogle(status: number, message: string): WireReply {
  return { status, json: { error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } } }
}
