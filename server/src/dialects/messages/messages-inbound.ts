/** Anthropic's Messages format from callers, for every provider with chat. */

import type { InboundDialect } from '../dialect.ts'
import { toChat } from './request.ts'
import { fromChat, fromError } from './response.ts'
import { MessagesStream } from './stream.ts'

export const messagesInbound: InboundDialect = {
  name: 'messages',
  repeats: ['model'],
  toChat,
  fromChat,
  fromError,
  stream: (request) => new MessagesStream(request),
}
