/** The dialect that serves the chat endpoint with Cohere's v2 chat. */

import type { Dialect } from '../dialect.ts'
import { encodeRequest } from './request.ts'
import { decodeError, decodeResponse } from './response.ts'
import { CohereStream } from './stream.ts'

export const cohereChat: Dialect = {
  name: 'cohere',
  framing: 'sse',
  encode: encodeRequest,
  decode: decodeResponse,
  decodeError,
  stream: (context) => new CohereStream(context),
}
