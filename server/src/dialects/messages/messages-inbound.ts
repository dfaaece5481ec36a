/** Anthropic's Messages format as callers speak it to us, for every provider that can chat. */

import type { InboundDialect } from '../dialect.ts'
import { messagesStream } from './encode-stream.ts'
import { fromChat } from './from-chat.ts'
import { fromError } from './from-error.ts'
import { toChat } from './to-chat.ts'

export const messagesInbound: InboundDialect = {
  name: 'messages',
  repeats: ['model'],
  toChat,
  fromChat,
  fromError,
  stream: messagesStream,
}
