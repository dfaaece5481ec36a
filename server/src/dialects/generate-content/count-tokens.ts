/** Accepts Gemini's countTokens (https://ai.google.dev/api/tokens) from callers, for every provider. */

import type { InboundDialect } from '../dialect.ts'
import { isObject } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { generateContentInbound } from './generate-content-inbound.ts'
import { toChat } from './request.ts'
import { memberOf } from './spelling.ts'

/** The body has the contents alone, or a whole request in `generateContentRequest`. */
export const countTokensInbound: InboundDialect = {
  ...generateContentInbound,
  name: 'count-tokens',
  toChat(body, context) {
    const request = memberOf(body, 'generateContentRequest')
    return toChat(isObject(request) ? { ...request, model: body['model'] } : body, context)
  },
  echoOf: () => new RequestEcho({}, []),
  fromChat: ({ input_tokens: tokens }) => ({ totalTokens: tokens }),
}
