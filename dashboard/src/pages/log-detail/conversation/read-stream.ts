/** Reassembles a streamed response from its events: chat completions, completions, messages, responses. */

import { isObject, type JsonObject, parseJson } from '../../../api/json.ts'
import { type Part, type Turn, textOf } from './turn.ts'

type Draft = { role: string; text: string; thought: string; calls: Map<string, { name: string; input: string }> }

/** Null: the body is not an event stream. */
export function turnsOfStream(body: string): Turn[] | null {
  const events = eventsOf(body)
  if (events.length === 0) return null
  const drafts = new Map<string, Draft>()
  for (const event of events) readEvent(event, (key) => draftFor(drafts, key))
  return [...drafts.values()].map(turnOf).filter((turn) => turn.parts.length > 0)
}

function eventsOf(body: string): JsonObject[] {
  const found: JsonObject[] = []
  for (const line of body.split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data:')) continue
    const value = parseJson(line.slice(5).trim())
    if (isObject(value)) found.push(value)
  }
  return found
}

function readEvent(event: JsonObject, draft: (key: string) => Draft): void {
  const type = textOf(event['type'])
  if (Array.isArray(event['choices'])) for (const choice of event['choices']) readChoice(choice, draft)
  else if (type.startsWith('content_block')) readBlock(event, draft('answer'))
  else if (type === 'response.output_text.delta') draft('answer').text += textOf(event['delta'])
  else if (type === 'response.function_call_arguments.done')
    draft('answer').calls.set(textOf(event['item_id']), {
      name: textOf(event['name']) || 'function',
      input: textOf(event['arguments']),
    })
  else if (isObject(event['error'])) draft('error').text += textOf(event['error']['message'] ?? event['error'])
}

function readChoice(choice: unknown, draft: (key: string) => Draft): void {
  if (!isObject(choice)) return
  const own = draft(`choice ${textOf(choice['index'] ?? 0)}`)
  own.text += textOf(choice['text'])
  const delta = choice['delta']
  if (!isObject(delta)) return
  own.role = textOf(delta['role']) || own.role
  own.text += textOf(delta['content'])
  own.thought += textOf(delta['reasoning_content'] ?? delta['reasoning'])
  const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : []
  for (const call of calls) {
    if (!isObject(call)) continue
    const named = isObject(call['function']) ? call['function'] : {}
    addCall(own, textOf(call['index'] ?? 0), textOf(named['name']), textOf(named['arguments']))
  }
}

function readBlock(event: JsonObject, own: Draft): void {
  const key = textOf(event['index'] ?? 0)
  const block = event['content_block']
  if (isObject(block)) {
    own.text += textOf(block['text'])
    if (block['type'] === 'tool_use') addCall(own, key, textOf(block['name']), '')
  }
  const delta = event['delta']
  if (!isObject(delta)) return
  own.text += textOf(delta['text'])
  own.thought += textOf(delta['thinking'])
  if (delta['partial_json'] !== undefined) addCall(own, key, '', textOf(delta['partial_json']))
}

function addCall(own: Draft, key: string, name: string, input: string): void {
  const before = own.calls.get(key) ?? { name: '', input: '' }
  own.calls.set(key, { name: before.name + name, input: before.input + input })
}

function draftFor(drafts: Map<string, Draft>, key: string): Draft {
  const found = drafts.get(key) ?? {
    role: key === 'error' ? 'error' : 'assistant',
    text: '',
    thought: '',
    calls: new Map(),
  }
  drafts.set(key, found)
  return found
}

function turnOf({ role, text, thought, calls }: Draft): Turn {
  const parts: Part[] = [
    ...(thought === '' ? [] : [{ kind: 'thought' as const, text: thought }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...[...calls.values()].map(({ name, input }) => ({ kind: 'tool-call' as const, name, input })),
  ]
  return { role, isAnswer: true, parts }
}
