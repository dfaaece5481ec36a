/** The dialect that serves the chat endpoint with Anthropic's Messages API. */

import type { Dialect } from '../dialect.ts'
import { encodeRequest } from './request.ts'
import { decodeErrorBody, decodeResponse } from './response.ts'
import { AnthropicStream } from './stream.ts'

export const anthropicChat: Dialect = {
  name: 'anthropic',
  framing: 'sse',
  webSearch: { withFunctions: true, byDomain: true },
  hasAnthropicTools: true,
  encode: encodeRequest,
  decode: decodeResponse,
  decodeError: (status, body) => decodeErrorBody(body, `The provider returned HTTP ${status} without a message.`),
  stream: (context) => new AnthropicStream(context),
}
