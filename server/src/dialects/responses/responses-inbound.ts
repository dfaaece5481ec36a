/** OpenAI's Responses format for providers that have only chat: what coding agents speak, translated both ways. */

import type { InboundDialect, JsonObject } from '../dialect.ts'
import { isObject, textOf } from '../framing/json-shape.ts'
import { fromChat } from './answer/from-chat.ts'
import { echoOf } from './answer/response-object.ts'
import { ResponseStream } from './answer/response-stream.ts'
import { toChat } from './request/to-chat.ts'

export const responsesInbound: InboundDialect = {
  name: 'responses',
  toChat,
  echoOf,
  fromChat,
  fromError,
  stream: (request) => new ResponseStream(request),
}

/** Both formats have the same error; hosts that copy chat do not always copy its errors. */
function fromError(status: number, body: JsonObject): JsonObject {
  const given = isObject(body['error']) ? body['error'] : body
  const { message, type, param, code } = given
  const words = [message, body['error'], body['message'], body['detail']].map(textOf).find((text) => text !== '')
  const error = {
    ...(given !== body && given),
    message: words ?? `The provider answered ${status}.`,
    type: textOf(type) || (status < 500 ? 'invalid_request_error' : 'server_error'),
    param: param ?? null,
    code: code ?? null,
  }
  return { error }
}
