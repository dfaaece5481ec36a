/** Accepts OpenAI's Responses format, which coding agents use, for providers that only have chat. */

import { errorText } from '../chat/error-text.ts'
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

/** Chat and Responses have the same error format. Errors of hosts with another format are converted to it. */
function fromError(
  status: number,
  body: UncheckedObject<ErrorBody & { error: ErrorBody | string }>,
): UncheckedObject<ErrorResponse> {
  const given: UncheckedObject<ErrorBody> = isObject(body.error) ? body.error : body
  const { type, param, code } = given
  return {
    error: {
      ...(isObject(body.error) && body.error),
      message: errorText(given) || errorText(body) || `The provider returned HTTP ${status}.`,
      type: textOf(type) || (status < 500 ? 'invalid_request_error' : 'server_error'),
      param: param ?? null,
      code: code ?? null,
    },
  }
}
