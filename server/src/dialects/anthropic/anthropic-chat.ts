/** Anthropic's Messages format for the chat endpoint. */

import type { Dialect } from '../dialect.ts'
import { decodeAnswer } from './answer/decode-answer.ts'
import { decodeErrorBody } from './answer/decode-error.ts'
import { anthropicStream } from './answer/decode-stream.ts'
import { encodeRequest } from './request/encode-request.ts'

export const anthropicChat: Dialect = {
  name: 'anthropic',
  framing: 'sse',
  encode: encodeRequest,
  decode: decodeAnswer,
  decodeError: (status, body) => decodeErrorBody(body, `The provider answered ${status} without a message.`),
  stream: anthropicStream,
}
