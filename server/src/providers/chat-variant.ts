/** Says a body of OpenAI's format the way a host takes it: newer members in their older form, none that only others know. */

import type { JsonObject } from '../core/body/json-text.ts'
import { isCarried } from '../dialects/responses/carried-reasoning.ts'
import type { BodyChange, Call } from './adapter.ts'
import { type MessageRules, plainMessages } from './plain-messages.ts'

/** What of the newer members a host takes as it is. */
export type ChatKnowledge = {
  /** Else `max_completion_tokens` becomes `max_tokens`: ignored, a limit would be lost. */
  readonly maxCompletionTokens?: boolean
  /** Else role `developer` becomes `system`. */
  readonly developerRole?: boolean
  /** False where `stream_options` is refused; such hosts end every stream with usage. */
  readonly streamOptions?: boolean
  /** Members of a message beside OpenAI's own: `all` by default, for most hosts overlook what they do not know. */
  readonly messageExtras?: MessageRules['extras']
  /** See `MessageRules`. */
  readonly wantsThoughts?: boolean
  readonly takesSignedCalls?: boolean
  readonly callIds?: MessageRules['callIds']
}

export function chatVariant(knows: ChatKnowledge): (call: Call) => BodyChange | null {
  const { maxCompletionTokens = false, developerRole = false, streamOptions = true, callIds } = knows
  const rules: MessageRules = {
    extras: knows.messageExtras ?? 'all',
    wantsThoughts: knows.wantsThoughts ?? false,
    takesSignedCalls: knows.takesSignedCalls ?? false,
    developerRole,
    ...(callIds && { callIds }),
  }
  return ({ endpoint, body }) => {
    if (endpoint === 'responses') return body === null ? null : withoutCarried(body)
    if (endpoint !== 'chat.completions' || body === null) return null
    const isLimitNew = !maxCompletionTokens && Object.hasOwn(body, 'max_completion_tokens')
    const hasOptions = !streamOptions && Object.hasOwn(body, 'stream_options')
    const messages = plainMessages(body['messages'], rules)
    if (!isLimitNew && !hasOptions && messages === null) return null
    const set = new Map<string, unknown>()
    const drop = new Set<string>()
    if (isLimitNew) {
      drop.add('max_completion_tokens')
      if (!Object.hasOwn(body, 'max_tokens')) set.set('max_tokens', body['max_completion_tokens'])
    }
    if (hasOptions) drop.add('stream_options')
    if (messages) set.set('messages', messages)
    return { set, drop }
  }
}

/** Reasoning that was packed here for another provider: one that encrypts its own could only refuse it. */
function withoutCarried({ input }: JsonObject): BodyChange | null {
  if (!Array.isArray(input)) return null
  const kept = input.filter((item: unknown) => !isCarriedItem(item))
  return kept.length === input.length ? null : { set: new Map([['input', kept]]), drop: new Set() }
}

function isCarriedItem(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { type, encrypted_content: text } = item as JsonObject
  return type === 'reasoning' && isCarried(text)
}
