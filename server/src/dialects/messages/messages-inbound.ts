/** Accepts Anthropic's Messages format from callers, for every provider with chat. */

import type { InboundDialect, JsonObject } from '../dialect.ts'
import { RequestEcho } from '../request-echo.ts'
import { toChat } from './request.ts'
import { fromChat, fromError } from './response.ts'
import { MessagesStream } from './stream.ts'

export const messagesInbound: InboundDialect = {
  name: 'messages',
  toChat,
  echoOf: ({ model }) => new RequestEcho({ model }, []),
  fromChat: (completion, request) => fromChat(completion, membersOf(request)),
  fromError,
  stream: (request) => new MessagesStream(membersOf(request)),
}

function membersOf(request: JsonObject | RequestEcho): JsonObject {
  return request instanceof RequestEcho ? request.members : request
}
