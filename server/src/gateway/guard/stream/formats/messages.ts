/** Streams of Anthropic's Messages. */

import type { JsonObject } from '../../../../core/body/json-text.ts'
import { isObject } from '../../../../core/json.ts'
import { keptAs, rawMembersOf, rawOf } from '../../raw-values.ts'
import { SseBlocks } from '../event-blocks.ts'
import { addLoose } from '../loose-texts.ts'
import { ALL, type EventTexts, NONE, type Slot, type StreamFormat } from '../stream-format.ts'

const KNOWN_BLOCK: ReadonlySet<string> = new Set(['text', 'thinking', 'input'])
const KNOWN_DELTA: ReadonlySet<string> = new Set(['text', 'thinking', 'partial_json', 'citation'])
const KNOWN_EVENT: ReadonlySet<string> = new Set(['content_block', 'delta', 'message', 'usage'])

export const messagesFormat: StreamFormat = {
  endpoint: 'messages',
  repeats: false,
  hasJsonValues: true,
  rawMembers: rawMembersOf('messages', 'output'),
  splitter: () => new SseBlocks(),
  read,
  complete: (body) => {
    Object.assign(body, { type: 'message', role: 'assistant' })
    body['content'] ??= []
    const { content } = body
    if (!Array.isArray(content)) return
    for (const block of content) {
      if (!isObject(block)) continue
      block['type'] = 'input' in block ? 'tool_use' : 'thinking' in block ? 'thinking' : 'text'
    }
  },
  hookResults: (results) =>
    Buffer.from(`event: hook_results\ndata: ${JSON.stringify({ type: 'hook_results', hook_results: results })}\n\n`),
}

function read(_name: string, data: JsonObject): EventTexts {
  const slots: Slot[] = []
  const { type, index, content_block: block, delta, message } = data
  const path = `content[${typeof index === 'number' ? index : 0}]`
  if (isObject(block)) readBlock(slots, block, path)
  if (isObject(delta)) readDelta(slots, delta, type === 'content_block_delta' ? path : 'delta')
  if (isObject(message)) readMessage(slots, message)
  addLoose(slots, data, 'event', 'whole', 'text', KNOWN_EVENT)
  const ends = type === 'content_block_stop' ? [`${path}.`] : type === 'message_stop' ? ALL : NONE
  return { slots, ends }
}

/** The blocks of a message are empty, or begin texts that deltas continue. */
function readMessage(slots: Slot[], { content }: JsonObject): void {
  if (!Array.isArray(content)) return addLoose(slots, content, 'message.content', 'whole')
  for (const [i, block] of content.entries()) if (isObject(block)) readBlock(slots, block, `content[${i}]`)
}

function readBlock(slots: Slot[], block: JsonObject, path: string): void {
  addMember(slots, block, 'text', `${path}.text`, 'text')
  addMember(slots, block, 'thinking', `${path}.thinking`, 'reasoning')
  // Blocks of Anthropic's own tools arrive whole.
  const text = rawOf(block['input'])
  if (text !== null && !/^\{\s*\}$/.test(text)) {
    const set = (changed: string) => {
      block['input'] = keptAs(changed === '' ? '{}' : changed)
    }
    slots.push({ path: `${path}.input`, kind: 'tool_arguments', isJson: true, mode: 'whole', text, set })
  } else if (text === null) addMember(slots, block, 'input', `${path}.input`, 'tool_arguments', true)
  // A call is released as a whole, with its start: clients must not see a call whose arguments are denied.
  else slots.push({ path: `${path}.input`, kind: 'tool_arguments', isJson: true, mode: 'delta', text: '', set: ignore })
  addLoose(slots, block, path, 'whole', 'text', KNOWN_BLOCK)
}

function readDelta(slots: Slot[], delta: JsonObject, path: string): void {
  addMember(slots, delta, 'text', `${path}.text`, 'text')
  addMember(slots, delta, 'thinking', `${path}.thinking`, 'reasoning')
  addMember(slots, delta, 'partial_json', `${path}.input`, 'tool_arguments', true)
  addLoose(slots, delta['citation'], `${path}.citation`, 'whole')
  addLoose(slots, delta, path, path === 'delta' ? 'whole' : 'delta', 'text', KNOWN_DELTA)
}

function ignore(): void {}

function addMember(
  slots: Slot[],
  holder: JsonObject,
  name: string,
  path: string,
  kind: Slot['kind'],
  isJson = false,
): void {
  const text = holder[name]
  if (typeof text !== 'string') return addLoose(slots, text, path, 'whole', kind)
  const set = (changed: string) => {
    holder[name] = changed
  }
  slots.push({ path, kind, isJson, mode: 'delta', text, set })
}
