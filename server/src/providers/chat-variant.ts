/** Adapts an OpenAI-format body to a provider: sends newer members in their older form and removes foreign members. */

import type { JsonObject } from '../core/body/json-text.ts'
import { isCarried } from '../dialects/responses/carried-reasoning.ts'
import type { BodyChange, Call } from './adapter.ts'
import { type MessageRules, plainMessages } from './plain-messages.ts'

/** Newer members of a chat request that a provider accepts unchanged. */
export type ChatSupport = {
  /** If false, `max_completion_tokens` is sent as `max_tokens`: a provider that ignored it would ignore the limit. */
  readonly maxCompletionTokens?: boolean
  /** If false, the role `developer` is sent as `system`. */
  readonly developerRole?: boolean
  /** False if the provider rejects `stream_options`. Those providers end every stream with usage. */
  readonly streamOptions?: boolean
  /** Which message members outside OpenAI's format are sent. Default `all`: most providers ignore unknown members. */
  readonly messageExtras?: MessageRules['extras']
  /** See `MessageRules`. */
  readonly requiresReasoning?: boolean
  readonly signedToolCalls?: boolean
  readonly toolCallIds?: MessageRules['toolCallIds']
}

export function chatVariant(supports: ChatSupport): (call: Call) => BodyChange | null {
  const { maxCompletionTokens = false, developerRole = false, streamOptions = true, toolCallIds } = supports
  const rules: MessageRules = {
    extras: supports.messageExtras ?? 'all',
    requiresReasoning: supports.requiresReasoning ?? false,
    signedToolCalls: supports.signedToolCalls ?? false,
    developerRole,
    ...(toolCallIds && { toolCallIds }),
  }
  return ({ endpoint, body }) => {
    if (endpoint === 'responses' || endpoint === 'responses.input_tokens')
      return body === null ? null : withoutCarried(body)
    if (endpoint !== 'chat.completions' || body === null) return null
    const renamesLimit = !maxCompletionTokens && Object.hasOwn(body, 'max_completion_tokens')
    const dropsOptions = !streamOptions && Object.hasOwn(body, 'stream_options')
    const messages = plainMessages(body['messages'], rules)
    if (!renamesLimit && !dropsOptions && messages === null) return null
    const set = new Map<string, unknown>()
    const drop = new Set<string>()
    if (renamesLimit) {
      drop.add('max_completion_tokens')
      if (!Object.hasOwn(body, 'max_tokens')) set.set('max_tokens', body['max_completion_tokens'])
    }
    if (dropsOptions) drop.add('stream_options')
    if (messages) set.set('messages', messages)
    return { set, drop }
  }
}

/**
 * Removes reasoning items in which the gateway packed another provider's reasoning. Providers that encrypt their
 * reasoning reject them.
 */
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
