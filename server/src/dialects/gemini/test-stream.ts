/** Joins a Gemini stream's chunks as a client does, for tests. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { geminiChat } from './gemini-chat.ts'

export const CONTEXT: DialectContext = {
  model: 'gemini-3-pro-preview',
  provider: 'google',
  isStream: true,
  includeUsage: true,
  nowSeconds: 7,
}

export type Message = JsonObject & {
  content: string | null
  tool_calls?: JsonObject[]
  reasoning_details?: JsonObject[]
}
export type Choice = { index: number; message: Message; finish_reason: string }

export function chunksOf(events: readonly unknown[], context = CONTEXT): readonly JsonObject[] {
  const decoder = geminiChat.stream!(context)
  return [...events.flatMap((event) => decoder.event('', structuredClone(event) as JsonObject)), ...decoder.end()]
}

/** Concatenates strings, and joins list items by their index. */
export function concatenate(chunks: readonly JsonObject[]): { choices: JsonObject[]; usage: unknown } {
  const choices = new Map<number, { message: JsonObject; finish_reason: unknown }>()
  let usage: unknown
  for (const chunk of chunks) {
    usage = chunk['usage'] ?? usage
    for (const { index, delta, finish_reason } of chunk['choices'] as {
      index: number
      delta: JsonObject
      finish_reason: unknown
    }[]) {
      const choice = choices.get(index) ?? { message: {}, finish_reason: null }
      choices.set(index, choice)
      join(choice.message, delta)
      choice.finish_reason = finish_reason ?? choice.finish_reason
    }
  }
  return { choices: [...choices].map(([index, choice]) => ({ index, ...choice })), usage }
}

/** Members that every piece repeats completely. */
const WHOLE: ReadonlySet<string> = new Set(['role', 'id', 'type', 'format', 'index'])

function join(into: JsonObject, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const found = into[name]
    if (WHOLE.has(name)) into[name] = value
    else if (typeof value === 'string') into[name] = ((found as string | undefined) ?? '') + value
    else if (Array.isArray(value)) {
      const list = (found ?? []) as JsonObject[]
      into[name] = list
      for (const item of value as JsonObject[]) {
        const at = item['index'] as number
        list[at] ??= {}
        join(list[at], item)
      }
    } else into[name] = joinValue(found, value)
  }
}

function joinValue(found: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const into = (found ?? {}) as JsonObject
  join(into, value as JsonObject)
  return into
}

export function withoutIndexes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== 'object' || member === null || Array.isArray(member) || 'message' in member) return member
      const { index: _, refusal: __, ...rest } = member as JsonObject
      return rest
    }),
  )
}
