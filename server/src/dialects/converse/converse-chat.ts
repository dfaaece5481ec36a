/**
 * Cloud C's Converse and ConverseStream.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */

import type { Dialect } from '../dialect.ts'
import { decodeAnswer } from './decode-answer.ts'
import { decodeError } from './decode-error.ts'
import { encodeRequest } from './encode-request.ts'
import { ConverseStream } from './stream-decoder.ts'

export const converseChat: Dialect = {
  name: 'converse',
  framing: 'aws-event-stream',
  encode: encodeRequest,
  decode: decodeAnswer,
  decodeError,
  stream: (context) => new ConverseStream(context),
}
