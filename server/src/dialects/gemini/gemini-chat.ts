/** Gemini's generateContent, for chat: the Gemini API's form and Vertex's, which differ in the ids of calls. */

import type { Dialect } from '../dialect.ts'
import { decodeChat } from './answer/decode.ts'
import { decodeError } from './answer/errors.ts'
import { GeminiStream } from './answer/stream.ts'
import { encodeChat } from './request/encode.ts'

export const geminiChat: Dialect = createGeminiChat('gemini', true)

export const vertexGeminiChat: Dialect = createGeminiChat('gemini-vertex', false)

function createGeminiChat(name: string, sendsCallIds: boolean): Dialect {
  return {
    name,
    framing: 'sse',
    encode: (body, context) => encodeChat(body, context, sendsCallIds),
    decode: decodeChat,
    decodeError,
    stream: (context) => new GeminiStream(context),
  }
}
