/** Streams of OpenAI's Responses. Events that end a part, an item or the response repeat their texts. */

import type { JsonObject } from '../../../../core/body/json-text.ts'
import { isObject } from '../../../../core/json.ts'
import { keptAs, rawMembersOf, rawOf } from '../../raw-values.ts'
import { SseBlocks } from '../event-blocks.ts'
import { addLoose } from '../loose-texts.ts'
import { ALL, type EventTexts, NONE, type Slot, type StreamFormat } from '../stream-format.ts'

export const responsesFormat: StreamFormat = {
  endpoint: 'responses',
  repeats: true,
  hasJsonValues: false,
  rawMembers: rawMembersOf('responses', 'output'),
  splitter: () => new SseBlocks(),
  read,
  complete: (body) => {
    body['object'] = 'response'
    body['output'] ??= []
    if (!Array.isArray(body['output'])) return
    for (const item of body['output']) if (isObject(item)) completeItem(item)
  },
  hookResults: (results) =>
    Buffer.from(
      `event: response.hook_results\ndata: ${JSON.stringify({ type: 'response.hook_results', hook_results: results })}\n\n`,
    ),
}

function completeItem(item: JsonObject): void {
  item['type'] =
    'arguments' in item
      ? 'function_call'
      : 'input' in item
        ? 'custom_tool_call'
        : 'summary' in item
          ? 'reasoning'
          : 'message'
  if (item['type'] === 'message') item['role'] = 'assistant'
  for (const name of ['content', 'summary']) {
    const parts = item[name]
    if (!Array.isArray(parts)) continue
    for (const part of parts) {
      if (isObject(part))
        part['type'] = 'refusal' in part ? 'refusal' : name === 'summary' ? 'summary_text' : 'output_text'
    }
  }
}

type Mode = Slot['mode']

/** The members that hold text, of parts and items, and of the events that end them. */
const TEXT_MEMBERS = ['text', 'refusal', 'transcript', 'arguments', 'input', 'code', 'diff'] as const
const KNOWN_PART: ReadonlySet<string> = new Set([...TEXT_MEMBERS, 'logprobs'])
const KNOWN_ITEM: ReadonlySet<string> = new Set([...TEXT_MEMBERS, 'content', 'summary'])
const KNOWN_EVENT: ReadonlySet<string> = new Set([
  ...TEXT_MEMBERS,
  'delta',
  'logprobs',
  'item',
  'part',
  'response',
  'sequence_number',
])
/** `result` is the image itself. */
const BASE64_RESULT: ReadonlySet<string> = new Set([...KNOWN_ITEM, 'result'])

function read(_name: string, data: JsonObject): EventTexts {
  const slots: Slot[] = []
  const type = typeof data['type'] === 'string' ? data['type'] : ''
  const { item, part, response } = data
  const output = `output[${numberOf(data['output_index'])}]`
  const isAdded = type.endsWith('.added')
  const path = partPath(data, output)
  const mode: Mode = isAdded ? 'delta' : 'repeat'
  if (isObject(item)) readItem(slots, item, output, mode)
  if (isObject(part)) readPart(slots, part, path, mode)
  if (isObject(response)) readResponse(slots, response, STARTING.has(type) ? 'delta' : 'repeat')
  addDelta(slots, data, type, path)
  for (const name of TEXT_MEMBERS) addText(slots, data, name, path, 'repeat')
  addLoose(slots, data, 'event', 'whole', 'text', KNOWN_EVENT)
  return { slots, ends: endsOf(type, path, output) }
}

/** The path of a part of a message or of reasoning; the path of the item if the event names no part. */
function partPath({ content_index: content, summary_index: summary }: JsonObject, output: string): string {
  if (typeof summary === 'number') return `${output}.summary[${summary}]`
  return typeof content === 'number' ? `${output}.content[${content}]` : output
}

function endsOf(type: string, path: string, output: string): readonly string[] {
  if (type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed') return ALL
  if (!type.endsWith('.done')) return NONE
  return [type === 'response.output_item.done' ? `${output}.` : `${path}.`]
}

/** Events at the start of a response. Deltas continue the output in them. */
const STARTING: ReadonlySet<string> = new Set(['response.created', 'response.queued', 'response.in_progress'])

function readResponse(slots: Slot[], response: JsonObject, mode: Mode): void {
  const { output, error, output_text: text } = response
  addEcho(slots, response, 'instructions')
  addEcho(slots, response, 'prompt')
  if (Array.isArray(output)) {
    for (const [i, item] of output.entries()) if (isObject(item)) readItem(slots, item, `output[${i}]`, mode)
  }
  addLoose(slots, { error }, 'response', 'whole')
  if (typeof text === 'string') addText(slots, response, 'output_text', 'response', 'repeat')
}

/**
 * Adds texts of the request that the response repeats. Its other members have no text that guardrails may have changed.
 */
function addEcho(slots: Slot[], response: JsonObject, name: 'instructions' | 'prompt'): void {
  const echoed: Slot[] = []
  const member = response[name]
  if (typeof member === 'string') {
    const set = (text: string) => {
      response[name] = text
    }
    echoed.push({ path: `response.${name}`, kind: 'text', mode: 'whole', text: member, set })
  } else addLoose(echoed, member, `response.${name}`, 'whole', 'tool_arguments')
  for (const slot of echoed) slots.push({ ...slot, mode: 'echo' })
}

function readItem(slots: Slot[], item: JsonObject, path: string, mode: Mode): void {
  for (const list of ['content', 'summary'] as const) {
    const parts = item[list]
    if (!Array.isArray(parts)) continue
    for (const [i, part] of parts.entries()) if (isObject(part)) readPart(slots, part, `${path}.${list}[${i}]`, mode)
  }
  for (const name of TEXT_MEMBERS) addText(slots, item, name, path, mode)
  const isImage = item['type'] === 'image_generation_call'
  const isCall = typeof item['type'] === 'string' && item['type'].endsWith('_call') && !isImage
  const known = isImage ? BASE64_RESULT : KNOWN_ITEM
  addLoose(slots, item, path, 'whole', isCall ? 'tool_arguments' : 'text', isCall ? CALL_MEMBERS : known)
}

/** Known members of calls, and those that only name something. */
const CALL_MEMBERS: ReadonlySet<string> = new Set([
  ...KNOWN_ITEM,
  'id',
  'type',
  'status',
  'call_id',
  'name',
  'namespace',
])

function readPart(slots: Slot[], part: JsonObject, path: string, mode: Mode): void {
  for (const name of TEXT_MEMBERS) addText(slots, part, name, path, mode)
  addLoose(slots, part, path, 'whole', 'text', KNOWN_PART)
}

/** A text that is complete, or the start of one. */
function addText(slots: Slot[], holder: JsonObject, name: string, path: string, mode: Mode): void {
  const kind = kindOf(name, path)
  const raw = rawOf(holder[name])
  const text = raw ?? holder[name]
  if (typeof text !== 'string') return addLoose(slots, text, `${path}.${name}`, 'whole', kind)
  // A call is released as a whole, with its start: clients must not see a call whose arguments are denied.
  const isStart = mode === 'delta' && name === 'arguments'
  if (text === '' && !isStart) return
  const set = (changed: string) => {
    holder[name] = raw === null ? changed : keptAs(changed === '' ? '{}' : changed)
    if (Array.isArray(holder['logprobs'])) holder['logprobs'] = []
  }
  const isJson = name === 'arguments'
  slots.push({ path: `${path}.${name}`, kind, isJson, mode: raw === null ? mode : 'whole', text, set })
}

function addDelta(slots: Slot[], data: JsonObject, type: string, path: string): void {
  const { delta } = data
  if (typeof delta !== 'string') return addLoose(slots, delta, `${path}.${type}`, 'delta')
  if (type === 'response.audio.delta') return
  const name = memberOf(type)
  const set = (changed: string) => {
    data['delta'] = changed
    if (Array.isArray(data['logprobs'])) data['logprobs'] = []
  }
  const kind = kindOf(name, path, type)
  slots.push({ path: `${path}.${name}`, kind, isJson: name === 'arguments', mode: 'delta', text: delta, set })
}

/** The member that a delta continues. */
function memberOf(type: string): string {
  if (type.includes('refusal')) return 'refusal'
  if (type.includes('arguments')) return 'arguments'
  if (type.includes('_input')) return 'input'
  if (type.includes('_code')) return 'code'
  if (type.includes('transcript')) return 'transcript'
  return /_text\.delta$/.test(type) ? 'text' : type
}

function kindOf(name: string, path: string, type = ''): Slot['kind'] {
  if (name === 'arguments' || name === 'input') return 'tool_arguments'
  return path.includes('.summary[') || type.includes('reasoning') ? 'reasoning' : 'text'
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
