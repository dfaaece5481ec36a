/** Says newer members of OpenAI's chat request in their older form, for hosts that refuse or silently ignore the newer. */

import type { JsonObject } from '../core/body/json-text.ts'
import type { BodyChange, Call } from './adapter.ts'

/** What of the newer members a host takes as it is. */
export type ChatKnowledge = {
  /** Else `max_completion_tokens` becomes `max_tokens`: ignored, a limit would be lost. */
  readonly maxCompletionTokens?: boolean
  /** Else role `developer` becomes `system`. */
  readonly developerRole?: boolean
  /** False where `stream_options` is refused; such hosts end every stream with usage. */
  readonly streamOptions?: boolean
}

/** Null when the host takes everything. */
export function chatVariant(knows: ChatKnowledge): ((call: Call) => BodyChange | null) | null {
  const { maxCompletionTokens = false, developerRole = false, streamOptions = true } = knows
  if (maxCompletionTokens && developerRole && streamOptions) return null
  return ({ endpoint, body }) => {
    if (endpoint !== 'chat.completions' || body === null) return null
    const set = new Map<string, unknown>()
    const drop = new Set<string>()
    if (!maxCompletionTokens && Object.hasOwn(body, 'max_completion_tokens')) {
      drop.add('max_completion_tokens')
      if (!Object.hasOwn(body, 'max_tokens')) set.set('max_tokens', body['max_completion_tokens'])
    }
    if (!streamOptions && Object.hasOwn(body, 'stream_options')) drop.add('stream_options')
    const { messages } = body
    if (!developerRole && Array.isArray(messages) && messages.some(isDeveloper)) {
      set.set(
        'messages',
        messages.map((message) => (isDeveloper(message) ? { ...message, role: 'system' } : message)),
      )
    }
    return set.size + drop.size > 0 ? { set, drop } : null
  }
}

function isDeveloper(message: unknown): message is JsonObject {
  return typeof message === 'object' && message !== null && (message as JsonObject)['role'] === 'developer'
}
