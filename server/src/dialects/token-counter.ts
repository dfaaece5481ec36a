/** Builds the dialect of a provider's token counter: a chat request in, `{ input_tokens }` out. */

import type { Dialect, DialectContext, JsonObject } from './dialect.ts'
import { countOf, unreadableResponse } from './json.ts'

type Counter = {
  /** Converts the body of a completion to the body of the counter. */
  wrap(request: JsonObject, context: DialectContext): JsonObject
  /** Reads the count in a response. */
  read(response: JsonObject): unknown
}

/** `chat` encodes the body of a completion, and `counter` converts it to the body of the counter. */
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

/** A copy with only these members. */
export function picked(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))
}
