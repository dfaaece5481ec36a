/**
 * Accepts requests to OpenAI's token counter (https://platform.openai.com/docs/api-reference/responses/input-tokens)
 * for every provider.
 */

import type { InboundDialect } from '../dialect.ts'
import { RequestEcho } from '../request-echo.ts'
import { responsesInbound } from './responses-inbound.ts'

export const inputTokensInbound: InboundDialect = {
  ...responsesInbound,
  name: 'responses.input_tokens',
  echoOf: () => new RequestEcho({}, []),
  fromChat: ({ input_tokens: tokens }) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}
