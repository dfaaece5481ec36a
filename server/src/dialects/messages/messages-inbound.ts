/** Anthropic's Messages format as callers speak it to us, for every provider that can chat. */

import type { InboundDialect, JsonObject } from '../dialect.ts'
import { RequestEcho } from '../request-echo.ts'
import { messagesStream } from './encode-stream.ts'
import { fromChat } from './from-chat.ts'
import { fromError } from './from-error.ts'
import { toChat } from './to-chat.ts'

export const messagesInbound: InboundDialect = {
  name: 'messages',
  toChat,
  echoOf: ({ model }) => new RequestEcho({ model }, []),
  fromChat: (completion, request) => fromChat(completion, askedIn(request)),
  fromError,
  stream: (request) => messagesStream(askedIn(request)),
}

function askedIn(request: JsonObject | RequestEcho): JsonObject {
  return request instanceof RequestEcho ? request.members : request
}
