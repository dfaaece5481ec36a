/** Accepts Anthropic's count_tokens (https://docs.claude.com/en/api/messages-count-tokens) for every provider. */

import type { InboundDialect } from '../dialect.ts'
import { RequestEcho } from '../request-echo.ts'
import { messagesInbound } from './messages-inbound.ts'

export const messagesTokenCount: InboundDialect = {
  ...messagesInbound,
  name: 'messages.count_tokens',
  echoOf: () => new RequestEcho({}, []),
  fromChat: ({ input_tokens: tokens }) => ({ input_tokens: tokens }),
}
