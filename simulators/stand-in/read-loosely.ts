/** Reads what a stand-in needs from a request in any of four formats. Accepts members that strict readers reject. */

import type { SimulatedRequest } from '../wire/reply-content.ts'
import { isObject, type JsonObject } from '../wire/wire-server.ts'

export type LooseRequest = SimulatedRequest & { readonly model: string; readonly includesUsage: boolean }
type Result = SimulatedRequest['results'][number]

const NOTHING = { thinks: false, images: [], schema: null, includesUsage: false }

export function readChatLoosely(json: JsonObject): LooseRequest {
  const messages = objectsIn(json['messages'])
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return {
    ...NOTHING,
    ...topOf(json),
    text: textOf(messages.findLast(({ role }) => role === 'user')?.['content']),
    tools: objectsIn(json['tools']).map((tool) => nameOf(isObject(tool['function']) ? tool['function'] : tool)),
    results: turn.filter(({ role }) => role === 'tool').map(({ content }) => resultOf(content)),
    includesUsage: isObject(json['stream_options']) && json['stream_options']['include_usage'] === true,
  }
}

export function readResponsesLoosely(json: JsonObject): LooseRequest {
  const items =
    typeof json['input'] === 'string' ? [{ role: 'user', content: json['input'] }] : objectsIn(json['input'])
  const lastCall = items.findLastIndex(({ type }) => typeof type === 'string' && type.endsWith('_call'))
  const results = items.slice(lastCall + 1).filter(({ type }) => typeof type === 'string' && type.endsWith('_output'))
  return {
    ...NOTHING,
    ...topOf(json),
    text: textOf(items.findLast(({ role }) => role === 'user')?.['content']),
    tools: objectsIn(json['tools']).map(nameOf),
    results: results.map(({ output }) => resultOf(output)),
  }
}

export function readMessagesLoosely(json: JsonObject): LooseRequest {
  const last = objectsIn(json['messages']).findLast(({ role }) => role === 'user')
  const blocks = objectsIn(last?.['content'])
  return {
    ...NOTHING,
    ...topOf(json),
    text: textOf(last?.['content']),
    tools: objectsIn(json['tools']).map(nameOf),
    results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => resultOf(content)),
  }
}

export function readGeminiLoosely(json: JsonObject, isStream: boolean, model: string): LooseRequest {
  const parts = objectsIn(objectsIn(json['contents']).at(-1)?.['parts'])
  const results = parts.flatMap(({ functionResponse }) => (isObject(functionResponse) ? [functionResponse] : []))
  return {
    ...NOTHING,
    model,
    isStream,
    text: textOf(parts),
    tools: objectsIn(json['tools']).flatMap((tool) => objectsIn(tool['functionDeclarations']).map(nameOf)),
    results: results.map(({ response }) => resultOf(isObject(response) ? Object.values(response)[0] : response)),
  }
}

function topOf(json: JsonObject): { readonly model: string; readonly isStream: boolean } {
  return { model: String(json['model'] ?? ''), isStream: json['stream'] === true }
}

function resultOf(content: unknown): Result {
  return { input: null, text: textOf(content) }
}

function nameOf(tool: JsonObject): string {
  return String(tool['name'] ?? '')
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The text of a string, of text parts, or the JSON of anything else. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content ?? '')
  return objectsIn(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
