/** Builds the dialect of a provider's token counter: a chat request in, `{ input_tokens }` out. */

import type { Dialect, DialectContext, JsonObject } from './dialect.ts'
import { countOf, unreadableResponse } from './json.ts'

type Counter = {
  /** The body of the counter from the body of a completion. */
  wrap(request: JsonObject, context: DialectContext): JsonObject
  /** The count in a response. */
  read(response: JsonObject): unknown
}

/** `chat` is the provider's format of a completion, which the counter takes too. */
export function tokenCounter(
  chat: Pick<Dialect, 'name' | 'encode' | 'decodeError' | 'hasAnthropicTools'>,
  counter: Counter,
): Dialect {
  return {
    name: `${chat.name}-count`,
    framing: 'sse',
    ...(chat.hasAnthropicTools && { hasAnthropicTools: true }),
    encode: (body, context) => counter.wrap(chat.encode(body, { ...context, isStream: false }), context),
    decode(response, { provider }) {
      const count = countOf(counter.read(response))
      if (count === null) throw unreadableResponse(provider)
      return { input_tokens: count }
    },
    decodeError: chat.decodeError,
  }
}

/** The members with these names. */
export function picked(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))
}
