/** Cohere's v2 chat. https://docs.cohere.com/reference/chat and https://docs.cohere.com/reference/chat-stream */

import type { Dialect } from '../dialect.ts'
import { decodeAnswer } from './decode-answer.ts'
import { decodeError } from './decode-error.ts'
import { encodeRequest } from './encode-request.ts'
import { CohereStream } from './stream-decoder.ts'

export const cohereChat: Dialect = {
  name: 'cohere',
  framing: 'sse',
  encode: encodeRequest,
  decode: decodeAnswer,
  decodeError,
  stream: (context) => new CohereStream(context),
}
