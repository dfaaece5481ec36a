/** The dialect that serves the chat endpoint with Amazon Bedrock's Converse and ConverseStream. */

import type { Dialect } from '../dialect.ts'
import { encodeRequest } from './request.ts'
import { decodeError, decodeResponse } from './response.ts'
import { ConverseStream } from './stream.ts'

export const converseChat: Dialect = {
  name: 'converse',
  framing: 'aws-event-stream',
  encode: encodeRequest,
  decode: decodeResponse,
  decodeError,
  stream: (context) => new ConverseStream(context),
}
