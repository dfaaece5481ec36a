/** Messages of OpenAI's format without what only other formats know: after a fallback, a conversation holds both. */

import type { JsonObject } from '../core/body/json-text.ts'
import { isOwnDetail } from '../dialects/chat/reasoning.ts'

export type MessageRules = {
  /** Which members beside OpenAI's own a host takes or overlooks; the rest it refuses. */
  readonly extras: 'all' | 'reasoning' | 'none'
  /** True where a thinking model refuses earlier calls without `reasoning_content`, whoever thought it. */
  readonly wantsThoughts: boolean
  /** True where `extra_content` of a call may be the host's own: Google's place for signatures in this format. */
  readonly takesSignedCalls: boolean
  readonly developerRole: boolean
  /** The form of a tool call's id, where no other is taken. */
  readonly callIds?: { readonly pattern: RegExp; readonly length: number }
}

/** What our dialects put beside OpenAI's members, and what hosts of open models do. */
const EXTRAS = ['reasoning_content', 'reasoning_details', 'images', 'citations', 'is_error', 'cache_control'] as const

const EXTRAS_AND_REASONING = [...EXTRAS, 'reasoning']
const LOOKED_INTO = ['tool_calls', 'tool_call_id', 'content_blocks', 'reasoning_details']

/** Null when every message stays as it is. */
export function plainMessages(messages: unknown, rules: MessageRules): unknown[] | null {
  // Nearly always: a long conversation is looked at, not copied.
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

/** True when it is seen at once that nothing changes: it has none of the members in question. */
function isUntouched(message: unknown, { extras }: MessageRules): boolean {
  if (!isObject(message)) return true
  if (message['role'] === 'developer' || hasAny(message, LOOKED_INTO)) return false
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
  if (rules.callIds && typeof id === 'string') change(changes, message, 'tool_call_id', callId(id, rules.callIds))
  if (rules.extras !== 'all') {
    for (const name of EXTRAS) if (Object.hasOwn(message, name)) changes[name] = undefined
    if (rules.extras === 'none' && Object.hasOwn(message, 'reasoning')) changes['reasoning'] = undefined
    change(changes, message, 'content', eachObject(message['content'], plainPart))
  } else dropForeignThought(message, changes, rules)
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
  if (!rules.takesSignedCalls && Object.hasOwn(call, 'extra_content')) changes['extra_content'] = undefined
  const { id } = call
  if (rules.callIds && typeof id === 'string') change(changes, call, 'id', callId(id, rules.callIds))
  return Object.keys(changes).length === 0 ? call : withChanges(call, changes)
}

function dropForeignThought(message: JsonObject, changes: JsonObject, { wantsThoughts }: MessageRules): void {
  if (!Object.hasOwn(message, 'reasoning_details')) return
  const kept = withoutOwnDetails(message['reasoning_details'])
  if (kept === message['reasoning_details']) return
  changes['reasoning_details'] = kept
  if (!wantsThoughts && Object.hasOwn(message, 'reasoning_content')) changes['reasoning_content'] = undefined
}

/** Details of kinds that are made here are a provider's who is not asked now; other kinds are the host's own. */
function withoutOwnDetails(details: unknown): unknown {
  if (!Array.isArray(details)) return details
  const kept = details.filter((detail: unknown) => !isObject(detail) || !isOwnDetail(detail))
  if (kept.length === details.length) return details
  return kept.length === 0 ? undefined : kept
}

/** The same id gives the same new one, so that a result still finds its call. */
function callId(id: string, { pattern, length }: NonNullable<MessageRules['callIds']>): string {
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

/** Undefined takes a member away. */
function withChanges(source: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...source, ...changes }).filter(([, value]) => value !== undefined))
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
