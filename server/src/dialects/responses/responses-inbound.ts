/** OpenAI's Responses format from callers, for providers that only have chat. Coding agents use this format. */

import type { ErrorBody, ErrorResponse } from '../chat/types.ts'
import type { InboundDialect } from '../dialect.ts'
import { isObject, textOf, type UncheckedObject } from '../json.ts'
import { toChat } from './request.ts'
import { echoOf, fromChat } from './response.ts'
import { ResponseStream } from './stream.ts'

export const responsesInbound: InboundDialect = {
  name: 'responses',
  toChat,
  echoOf,
  fromChat,
  fromError,
  stream: (request) => new ResponseStream(request),
}

/** Chat and Responses have the same error format. Some hosts of chat have other errors, which are brought to it. */
function fromError(
  status: number,
  body: UncheckedObject<ErrorBody & { error: ErrorBody | string; detail: string }>,
): UncheckedObject<ErrorResponse> {
  const given: UncheckedObject<ErrorBody> = isObject(body.error) ? body.error : body
  const { message, type, param, code } = given
  const text = [message, body.error, body.message, body.detail].map(textOf).find((found) => found !== '')
  return {
    error: {
      ...(isObject(body.error) && body.error),
      message: text ?? `The provider returned HTTP ${status}.`,
      type: textOf(type) || (status < 500 ? 'invalid_request_error' : 'server_error'),
      param: param ?? null,
      code: code ?? null,
    },
  }
}
