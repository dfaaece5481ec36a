/** Streams of Gemini's streamGenerateContent, as server-sent events or as a JSON array. */

import type { JsonObject } from '../../../../core/body/json-text.ts'
import { isObject } from '../../../../core/json.ts'
import { keptAs, rawMembersOf, rawOf } from '../../raw-values.ts'
import { ArrayBlocks, SseBlocks } from '../event-blocks.ts'
import { addLoose } from '../loose-texts.ts'
import { type EventTexts, NONE, type Slot, type StreamFormat } from '../stream-format.ts'

const KNOWN_CANDIDATE: ReadonlySet<string> = new Set(['content', 'logprobsResult', 'safetyRatings'])
const KNOWN_PART: ReadonlySet<string> = new Set(['text', 'functionCall', 'inlineData', 'fileData'])
const KNOWN_EVENT: ReadonlySet<string> = new Set(['candidates', 'usageMetadata'])
const KNOWN_CALL: ReadonlySet<string> = new Set(['args', 'partialArgs', 'id', 'name'])

export const geminiFormat: StreamFormat = {
  endpoint: 'gemini.stream',
  repeats: false,
  hasJsonValues: true,
  rawMembers: rawMembersOf('gemini.stream', 'output'),
  splitter: () => new SseBlocks(),
  read,
  complete,
  hookResults: (results) => Buffer.from(`data: ${JSON.stringify({ hookResults: results })}\r\n\r\n`),
}

export const geminiArrayFormat: StreamFormat = {
  ...geminiFormat,
  splitter: () => new ArrayBlocks(),
  // Not added: the element would have to be written before the end of the array.
  hookResults: () => Buffer.alloc(0),
}

function complete(body: JsonObject): void {
  body['candidates'] ??= []
  const { candidates } = body
  if (!Array.isArray(candidates)) return
  for (const [index, candidate] of candidates.entries()) {
    if (!isObject(candidate)) continue
    candidate['index'] = index
    const { content } = candidate
    if (!isObject(content) || !Array.isArray(content['parts'])) continue
    content['role'] = 'model'
    const thought: unknown = content['parts'][1]
    if (isObject(thought) && 'text' in thought) thought['thought'] = true
  }
}

function read(_name: string, data: JsonObject): EventTexts {
  const slots: Slot[] = []
  let ends: string[] | null = null
  const { candidates } = data
  if (Array.isArray(candidates)) {
    for (const [position, candidate] of candidates.entries()) {
      if (!isObject(candidate)) continue
      const { index, content, finishReason } = candidate
      const path = `candidates[${typeof index === 'number' ? index : position}]`
      if (isObject(content) && Array.isArray(content['parts']))
        for (const part of content['parts']) if (isObject(part)) readPart(slots, part, candidate, path)
      addLoose(slots, candidate, path, 'whole', 'text', KNOWN_CANDIDATE)
      if (typeof finishReason === 'string') {
        ends ??= []
        ends.push(`${path}.`)
      }
    }
  }
  addLoose(slots, data, 'event', 'whole', 'text', KNOWN_EVENT)
  return { slots, ends: ends ?? NONE }
}

function readPart(slots: Slot[], part: JsonObject, candidate: JsonObject, path: string): void {
  const { text, thought, functionCall: call } = part
  if (typeof text === 'string') {
    const set = (changed: string) => {
      part['text'] = changed
      // The tokens of the log probabilities repeat the text.
      delete candidate['logprobsResult']
    }
    const kind = thought === true ? 'reasoning' : 'text'
    // Clients join the texts of all parts, so they are one text. Calls follow as the next parts.
    slots.push({ path: `${path}.content.parts[${thought === true ? 1 : 0}].text`, kind, mode: 'delta', text, set })
  }
  if (isObject(call)) readCall(slots, call, path)
  addLoose(slots, part, `${path}.content.part`, 'whole', 'text', KNOWN_PART)
}

/** Adds arguments that are a text, not an object. */
function addText(slots: Slot[], holder: JsonObject, name: string, path: string): void {
  const text = holder[name]
  if (typeof text !== 'string' || text === '') return
  const set = (changed: string) => {
    holder[name] = changed
  }
  slots.push({ path: `${path}.${name}`, kind: 'tool_arguments', mode: 'whole', text, set })
}

function readCall(slots: Slot[], call: JsonObject, path: string): void {
  const at = `${path}.content.parts[2].functionCall`
  const { args, partialArgs } = call
  const text = rawOf(args)
  if (text !== null && !/^\{\s*\}$/.test(text)) {
    const set = (changed: string) => {
      call['args'] = keptAs(changed === '' ? '{}' : changed)
    }
    slots.push({ path: `${at}.args`, kind: 'tool_arguments', isJson: true, mode: 'whole', text, set })
  } else if (text === null) addText(slots, call, 'args', at)
  if (Array.isArray(partialArgs)) {
    for (const argument of partialArgs) {
      if (!isObject(argument)) continue
      const { jsonPath, stringValue: text } = argument
      if (typeof text !== 'string') continue
      const set = (changed: string) => {
        argument['stringValue'] = changed
      }
      // Vertex sends a string value in pieces. They are decoded, so the pieces are checked as text.
      slots.push({ path: `${at}.args${String(jsonPath).slice(1)}`, kind: 'tool_arguments', mode: 'delta', text, set })
    }
  }
  addLoose(slots, call, at, 'whole', 'text', KNOWN_CALL)
}
