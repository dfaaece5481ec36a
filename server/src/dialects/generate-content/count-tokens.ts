/** Gemini's countTokens from callers (https://ai.google.dev/api/tokens), for every provider. */

import type { InboundDialect } from '../dialect.ts'
import { isObject } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { generateContentInbound } from './generate-content-inbound.ts'
import { toChat } from './request.ts'
import { memberOf } from './spelling.ts'

/** The contents alone, or a whole request in `generateContentRequest`. */
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
