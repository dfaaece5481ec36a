/** Joins a stream's chunks as a client does, and checks OpenAI's order of chunks. */

import { expect } from 'bun:test'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { listOf, objectOf, textOf } from '../json.ts'

export function contextOf(change: Partial<DialectContext> = {}): DialectContext {
  return { model: 'm', provider: 'p', isStream: true, includeUsage: true, nowSeconds: 1_700_000_000, ...change }
}

/** The message of the chunks, in the form of a complete completion. */
export function assembled(chunks: readonly JsonObject[]): JsonObject {
  const withChoices = chunks.filter((chunk) => listOf(chunk['choices']).length > 0)
  const choices = withChoices.map((chunk) => objectOf(listOf(chunk['choices'])[0]))
  const deltas = choices.map((choice) => objectOf(choice['delta']))
  for (const name of ['id', 'created', 'model', 'object']) {
    expect(new Set(chunks.map((chunk) => chunk[name])).size).toBe(1)
  }
  expect(deltas[0]).toEqual({ role: 'assistant', content: '' })
  expect(deltas.filter((delta) => 'role' in delta)).toHaveLength(1)
  expect(deltas.at(-1)).toEqual({})
  expect(choices.slice(0, -1).every((choice) => choice['finish_reason'] === null)).toBe(true)
  expect(chunks.slice(withChoices.length).every((chunk) => 'usage' in chunk)).toBe(true)
  expect(chunks.length - withChoices.length).toBeLessThanOrEqual(1)
  const joined = (name: string) => deltas.map((delta) => textOf(delta[name])).join('')
  const toolCalls = byIndex(deltas.flatMap((delta) => listOf(delta['tool_calls']).map(objectOf)))
  const details = byIndex(deltas.flatMap((delta) => listOf(delta['reasoning_details']).map(objectOf)))
  const citations = deltas.flatMap((delta) => listOf(delta['citations']))
  const text = joined('content')
  return {
    message: {
      role: 'assistant',
      content: text === '' && toolCalls.length > 0 ? null : text,
      refusal: null,
      ...(joined('reasoning_content') === '' ? {} : { reasoning_content: joined('reasoning_content') }),
      ...(details.length === 0 ? {} : { reasoning_details: details }),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      ...(citations.length === 0 ? {} : { citations }),
    },
    finish_reason: choices.at(-1)?.['finish_reason'],
    usage: chunks.at(-1)?.['usage'],
  }
}

/** A complete completion in the form that `assembled` returns. */
export function whole(completion: JsonObject): JsonObject {
  const { message, finish_reason } = objectOf(listOf(completion['choices'])[0])
  return { message, finish_reason, usage: completion['usage'] }
}

/** Concatenates strings of the same index. Other members arrive complete. */
function byIndex(pieces: readonly JsonObject[]): JsonObject[] {
  const items: JsonObject[] = []
  for (const { index, ...piece } of pieces) {
    const at = index as number
    items[at] = grown(items[at] ?? {}, piece)
  }
  return items
}

function grown(item: JsonObject, piece: JsonObject): JsonObject {
  const out = { ...item }
  for (const [name, value] of Object.entries(piece)) {
    if (name === 'function') out[name] = grown(objectOf(out[name]), objectOf(value))
    else if (['arguments', 'text', 'data', 'signature'].includes(name)) out[name] = textOf(out[name]) + textOf(value)
    else out[name] = value
  }
  return out
}
