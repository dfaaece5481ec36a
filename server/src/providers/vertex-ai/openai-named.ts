/** OpenAI's format with Vertex AI's name of the model, and without members outside OpenAI's format. */

import type { Dialect, JsonObject, StreamDecoder } from '../../dialects/dialect.ts'
import { decodeError } from '../../dialects/gemini/response.ts'
import { plainMessages } from '../plain-messages.ts'

/** The server has models of several publishers, so assume that it rejects unknown members. */
const RULES = { extras: 'none', requiresReasoning: false, signedToolCalls: false, developerRole: true } as const

export function openaiNamed(model: string): Dialect {
  return {
    name: 'openai-vertex',
    framing: 'sse',
    encode: (body) => ({ ...body, messages: plainMessages(body['messages'], RULES) ?? body['messages'], model }),
    decode: (answer) => answer,
    decodeError(status, body) {
      const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
      const isOpenai = typeof error === 'object' && error !== null && 'type' in error
      return isOpenai ? { error } : decodeError(status, body)
    },
    stream: () => new PassingStream(),
  }
}

class PassingStream implements StreamDecoder {
  #isComplete = false
  #usage: JsonObject | null = null

  event(_name: string, data: JsonObject): readonly JsonObject[] {
    const choices: unknown = data['choices']
    const isLast = Array.isArray(choices) && choices.some((choice: JsonObject | null) => choice?.['finish_reason'])
    if (isLast || data['error']) this.#isComplete = true
    if (typeof data['usage'] === 'object' && data['usage'] !== null) this.#usage = data['usage'] as JsonObject
    return [data]
  }

  end(): readonly JsonObject[] {
    if (this.#isComplete) return []
    const message = 'The stream ended without a finish reason.'
    return [{ error: { message, type: 'upstream_error', code: 'upstream_broken', param: null } }]
  }

  counted(): JsonObject | null {
    return this.#usage
  }
}
