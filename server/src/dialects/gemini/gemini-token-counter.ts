/** Counts a chat request with countTokens (https://ai.google.dev/api/tokens) of the Gemini API and of Vertex. */

import type { Dialect, JsonObject } from '../dialect.ts'
import { picked, tokenCounter } from '../token-counter.ts'
import { geminiChat, vertexGeminiChat } from './gemini-chat.ts'

const read = (response: JsonObject) => response['totalTokens']

/** The whole request must be nested: next to `contents`, the Gemini API accepts nothing else. */
export const geminiTokenCounter: Dialect = tokenCounter(geminiChat, {
  wrap: (request, { model }) => ({
    generateContentRequest: { model: /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`, ...request },
  }),
  read,
})

const VERTEX_MEMBERS = ['contents', 'systemInstruction', 'tools', 'generationConfig'] as const

export const vertexGeminiTokenCounter: Dialect = tokenCounter(vertexGeminiChat, {
  wrap: (request) => picked(request, VERTEX_MEMBERS),
  read,
})
