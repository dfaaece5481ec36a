/** Removes members of other formats from OpenAI-format messages. After a fallback, a conversation can contain them. */

import type { JsonObject } from '../core/body/json-text.ts'
import { isObject } from '../core/json.ts'
import { isOwnDetail } from '../dialects/chat/reasoning.ts'

export type MessageRules = {
  /** Members outside OpenAI's format that the provider accepts or ignores. It rejects the others. */
  readonly extras: 'all' | 'reasoning' | 'none'
  /** True if thinking models of the provider reject earlier tool calls without `reasoning_content`. It is then kept. */
  readonly requiresReasoning: boolean
  /** True if the provider may have set `extra_content` of a tool call itself: Google puts its signatures there. */
  readonly signedToolCalls: boolean
  readonly developerRole: boolean
  /** The only form of tool call ids that the provider accepts. */
  readonly toolCallIds?: { readonly pattern: RegExp; readonly length: number }
}

/** Members that our dialects or hosts of open models add to OpenAI's format. */
const EXTRAS = ['reasoning_content', 'reasoning_details', 'images', 'citations', 'is_error', 'cache_control'] as const

const EXTRAS_AND_REASONING = [...EXTRAS, 'reasoning']
const INSPECTED = ['tool_calls', 'tool_call_id', 'content_blocks', 'reasoning_details']

/** Null if no message changes. */
export function plainMessages(messages: unknown, rules: MessageRules): unknown[] | null {
  // The usual case must not copy a long conversation.
  if (!Array.isArray(messages) || messages.every((message: unknown) => isUntouched(message, rules))) return null
  let isChanged = false
  const plain = messages.map((message: unknown) => {
    if (!isObject(message)) return message
    const one = plainMessage(message, rules)
    if (one !== message) isChanged = true
    return one
  })
  return isChanged ? plain : null
}

/** True if the message has none of the members that the rules can change. */
function isUntouched(message: unknown, { extras }: MessageRules): boolean {
  if (!isObject(message)) return true
  if (message['role'] === 'developer' || hasAny(message, INSPECTED)) return false
  return extras === 'all' || (typeof message['content'] === 'string' && !hasAny(message, EXTRAS_AND_REASONING))
}

function hasAny(message: JsonObject, names: readonly string[]): boolean {
  for (const name of names) if (message[name] !== undefined) return true
  return false
}

function plainMessage(message: JsonObject, rules: MessageRules): JsonObject {
  const { role } = message
  const changes: JsonObject = {}
  if (role === 'developer' && !rules.developerRole) changes['role'] = 'system'
  const id = message['tool_call_id']
  if (rules.toolCallIds && typeof id === 'string')
    change(changes, message, 'tool_call_id', callId(id, rules.toolCallIds))
  if (rules.extras !== 'all') {
    for (const name of EXTRAS) if (Object.hasOwn(message, name)) changes[name] = undefined
    if (rules.extras === 'none' && Object.hasOwn(message, 'reasoning')) changes['reasoning'] = undefined
    change(changes, message, 'content', eachObject(message['content'], plainPart))
  } else dropForeignReasoning(message, changes, rules)
  if (Object.hasOwn(message, 'content_blocks')) changes['content_blocks'] = undefined
  change(
    changes,
    message,
    'tool_calls',
    eachObject(message['tool_calls'], (call) => plainCall(call, rules)),
  )
  return Object.keys(changes).length === 0 ? message : withChanges(message, changes)
}

function plainPart(part: JsonObject): JsonObject {
  return Object.hasOwn(part, 'cache_control') ? withChanges(part, { cache_control: undefined }) : part
}

function plainCall(call: JsonObject, rules: MessageRules): JsonObject {
  const changes: JsonObject = {}
  if (rules.extras !== 'all' && Object.hasOwn(call, 'cache_control')) changes['cache_control'] = undefined
  if (!rules.signedToolCalls && Object.hasOwn(call, 'extra_content')) changes['extra_content'] = undefined
  const { id } = call
  if (rules.toolCallIds && typeof id === 'string') change(changes, call, 'id', callId(id, rules.toolCallIds))
  return Object.keys(changes).length === 0 ? call : withChanges(call, changes)
}

function dropForeignReasoning(message: JsonObject, changes: JsonObject, { requiresReasoning }: MessageRules): void {
  if (!Object.hasOwn(message, 'reasoning_details')) return
  const kept = withoutOwnDetails(message['reasoning_details'])
  if (kept === message['reasoning_details']) return
  changes['reasoning_details'] = kept
  if (!requiresReasoning && Object.hasOwn(message, 'reasoning_content')) changes['reasoning_content'] = undefined
}

/** Removes the details that our dialects wrote for other providers. All other details come from this host. */
function withoutOwnDetails(details: unknown): unknown {
  if (!Array.isArray(details)) return details
  const kept = details.filter((detail: unknown) => !isObject(detail) || !isOwnDetail(detail))
  if (kept.length === details.length) return details
  return kept.length === 0 ? undefined : kept
}

/** Deterministic, so that a tool result keeps the id of its call. */
function callId(id: string, { pattern, length }: NonNullable<MessageRules['toolCallIds']>): string {
  return pattern.test(id) ? id : Bun.hash(id).toString(36).padStart(length, '0').slice(-length)
}

function eachObject(list: unknown, work: (item: JsonObject) => JsonObject): unknown {
  if (!Array.isArray(list)) return list
  const worked = list.map((item: unknown) => (isObject(item) ? work(item) : item))
  return worked.some((item, i) => item !== list[i]) ? worked : list
}

function change(changes: JsonObject, source: JsonObject, name: string, value: unknown): void {
  if (value !== source[name]) changes[name] = value
}

/** A change to `undefined` removes the member. */
function withChanges(source: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...source, ...changes }).filter(([, value]) => value !== undefined))
}
