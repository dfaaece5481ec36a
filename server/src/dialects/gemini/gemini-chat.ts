/** The dialects that serve the chat endpoint with generateContent of the Gemini API and of Vertex. */

import type { Dialect } from '../dialect.ts'
import { encodeRequest } from './request.ts'
import { decodeError, decodeResponse } from './response.ts'
import { GeminiStream } from './stream.ts'

export const geminiChat: Dialect = createGeminiChat('gemini', true)

/** Vertex rejects `id` in function calls and responses. */
export const vertexGeminiChat: Dialect = createGeminiChat('gemini-vertex', false)

function createGeminiChat(name: string, sendsCallIds: boolean): Dialect {
  return {
    name,
    framing: 'sse',
    // Most Gemini models reject a request with functions and Google Search.
    webSearch: { withFunctions: false, byDomain: false },
    encode: (body, context) => encodeRequest(body, context, sendsCallIds),
    decode: decodeResponse,
    decodeError,
    stream: (context) => new GeminiStream(context),
  }
}
