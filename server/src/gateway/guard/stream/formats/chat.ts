/** Streams of OpenAI's chat completions and of its older completions. */

import type { JsonObject } from '../../../../core/body/json-text.ts'
import { isObject } from '../../../../core/json.ts'
import { keptAs, rawMembersOf, rawOf } from '../../raw-values.ts'
import { SseBlocks } from '../event-blocks.ts'
import { addLoose } from '../loose-texts.ts'
import { type EventTexts, NONE, type Slot, type StreamFormat } from '../stream-format.ts'

const REASONING = ['reasoning_content', 'reasoning'] as const
const KNOWN_DELTA: ReadonlySet<string> = new Set([
  ...REASONING,
  'content',
  'refusal',
  'reasoning_details',
  'tool_calls',
  'function_call',
  'audio',
  'images',
  'content_blocks',
  'annotations',
  'citations',
])
const KNOWN_CHOICE: ReadonlySet<string> = new Set(['delta', 'message', 'text', 'logprobs'])
const KNOWN_TEXT: ReadonlySet<string> = new Set(['text', 'logprobs'])
const KNOWN_PART: ReadonlySet<string> = new Set(['text', 'refusal', 'thinking'])
const KNOWN_DETAIL: ReadonlySet<string> = new Set(['text', 'summary'])
const KNOWN_CHUNK: ReadonlySet<string> = new Set(['choices', 'usage'])
const KNOWN_CALL: ReadonlySet<string> = new Set(['function', 'custom', 'extra_content'])
const KNOWN_FUNCTION: ReadonlySet<string> = new Set(['arguments', 'input'])
const KNOWN_AUDIO: ReadonlySet<string> = new Set(['transcript'])

export const chatFormat: StreamFormat = {
  endpoint: 'chat.completions',
  repeats: false,
  hasJsonValues: false,
  rawMembers: rawMembersOf('chat.completions', 'output'),
  splitter: () => new SseBlocks(),
  read,
  complete: (body) => {
    body['object'] = 'chat.completion'
    body['choices'] ??= []
    for (const [index, choice] of listOf(body['choices'])) {
      choice['index'] = index
      if (isObject(choice['message'])) choice['message']['role'] = 'assistant'
    }
  },
  hookResults: (results) => Buffer.from(`data: ${JSON.stringify({ hook_results: results })}\n\n`),
}

export const completionsFormat: StreamFormat = {
  ...chatFormat,
  endpoint: 'completions',
  complete: (body) => {
    body['object'] = 'text_completion'
    body['choices'] ??= []
    for (const [index, choice] of listOf(body['choices'])) choice['index'] = index
  },
}

function read(_name: string, data: JsonObject): EventTexts {
  const slots: Slot[] = []
  let ends: string[] | null = null
  let repeating: JsonObject[] | null = null
  const { choices } = data
  if (Array.isArray(choices)) {
    for (const [position, choice] of choices.entries()) {
      if (!isObject(choice)) continue
      const { index, finish_reason: reason } = choice
      // Perplexity repeats the message so far beside each delta. Clients of this format do not read it.
      if (isObject(choice['delta']) && isObject(choice['message'])) {
        repeating ??= []
        repeating.push(choice)
      }
      const path = `choices[${typeof index === 'number' ? index : position}]`
      readChoice(slots, choice, path)
      if (reason !== undefined && reason !== null) {
        ends ??= []
        ends.push(`${path}.`)
      }
    }
  }
  addLoose(slots, data, 'chunk', 'whole', 'text', KNOWN_CHUNK)
  const texts = { slots, ends: ends ?? NONE }
  return repeating === null ? texts : { ...texts, dropRepeated: () => repeating.forEach(dropMessage) }
}

function dropMessage(choice: JsonObject): void {
  delete choice['message']
}

function readChoice(slots: Slot[], choice: JsonObject, path: string): void {
  const { delta, text } = choice
  const add: Add = (at, kind, value, write, call = null) => {
    if (typeof value !== 'string') return
    const set = (changed: string) => {
      write(changed)
      // The tokens of the log probabilities repeat the text.
      if (choice['logprobs'] != null) choice['logprobs'] = null
    }
    const slot = { path: `${path}.${at}`, kind, mode: 'delta', text: value, set } as const
    if (call === null) slots.push(slot)
    else slots.push({ ...slot, isJson: true, ...(call.id !== '' && { callId: call.id }) })
  }
  add('text', 'text', text, (changed) => {
    choice['text'] = changed
  })
  if (isObject(delta)) {
    readDelta(slots, delta, path, add)
    addLoose(slots, choice, path, 'whole', 'text', KNOWN_CHOICE)
  } else addLoose(slots, choice, path, 'delta', 'text', KNOWN_TEXT)
}

/** `call`: the text is JSON, the arguments of a tool call. Its id is '' unless the call begins here. */
type Add = (
  at: string,
  kind: Slot['kind'],
  value: unknown,
  write: (changed: string) => void,
  call?: { readonly id: string } | null,
) => void

const SAME_CALL = { id: '' } as const

function readDelta(slots: Slot[], delta: JsonObject, path: string, add: Add): void {
  for (const name of REASONING) {
    add(`message.${name}`, 'reasoning', delta[name], (changed) => {
      delta[name] = changed
    })
  }
  for (const [position, detail] of listOf(delta['reasoning_details'])) {
    const number = typeof detail['index'] === 'number' ? detail['index'] : position
    for (const name of ['text', 'summary']) {
      add(`message.reasoning_details[${number}].${name}`, 'reasoning', detail[name], (changed) => {
        detail[name] = changed
      })
    }
    addLoose(slots, detail, `${path}.message.reasoning_details[${number}]`, 'delta', 'text', KNOWN_DETAIL)
  }
  const { content } = delta
  if (typeof content === 'object') readContent(slots, content, path, add)
  else {
    add('message.content', 'text', content, (changed) => {
      delta['content'] = changed
    })
  }
  add('message.refusal', 'text', delta['refusal'], (changed) => {
    delta['refusal'] = changed
  })
  const { audio } = delta
  if (isObject(audio)) {
    add('message.audio.transcript', 'text', audio['transcript'], (changed) => {
      audio['transcript'] = changed
    })
    addLoose(slots, audio, `${path}.message.audio`, 'delta', 'text', KNOWN_AUDIO)
  }
  readCalls(slots, delta, path, add)
  for (const name of ['content_blocks', 'annotations', 'citations']) {
    addLoose(slots, delta[name], `${path}.message.${name}`, 'whole')
  }
  addLoose(slots, delta, `${path}.message`, 'delta', 'text', KNOWN_DELTA)
}

function readCalls(slots: Slot[], delta: JsonObject, prefix: string, add: Add): void {
  for (const [position, call] of listOf(delta['tool_calls'])) {
    const at = `message.tool_calls[${typeof call['index'] === 'number' ? call['index'] : position}]`
    for (const [member, name] of [
      ['function', 'arguments'],
      ['custom', 'input'],
    ] as const) {
      const called = call[member]
      if (!isObject(called)) continue
      const write = (changed: string) => {
        called[name] = changed
      }
      const isNew = typeof call['id'] === 'string' && typeof called['name'] === 'string' && called['name'] !== ''
      const id = isNew ? String(call['id']) : ''
      const argument = `${at}.${member}.${name}`
      if (rawOf(called[name]) !== null) addObject(slots, called, name, `${prefix}.${argument}`)
      else add(argument, 'tool_arguments', called[name], write, name === 'arguments' ? { id } : null)
      addLoose(slots, called, `${prefix}.${at}.${member}`, 'delta', 'text', KNOWN_FUNCTION)
    }
    addLoose(slots, call, `${prefix}.${at}`, 'delta', 'text', KNOWN_CALL)
  }
  const { function_call: called } = delta
  if (!isObject(called)) return
  const write = (changed: string) => {
    called['arguments'] = changed
  }
  const path = 'message.function_call.arguments'
  if (rawOf(called['arguments']) !== null) addObject(slots, called, 'arguments', `${prefix}.${path}`)
  else add(path, 'tool_arguments', called['arguments'], write, SAME_CALL)
}

/** Some hosts send the arguments as an object instead of a text. */
function addObject(slots: Slot[], called: JsonObject, name: string, path: string): void {
  const set = (changed: string) => {
    called[name] = keptAs(changed === '' ? '{}' : changed)
  }
  const text = rawOf(called[name]) ?? ''
  slots.push({ path, kind: 'tool_arguments', isJson: true, mode: 'whole', text, set })
}

function readContent(slots: Slot[], content: object | null, path: string, add: Add): void {
  const parts = Array.isArray(content) ? content : [content]
  for (const [i, part] of parts.entries()) {
    if (typeof part === 'string') {
      add('message.content', 'text', part, (changed) => {
        parts[i] = changed
      })
    }
    if (!isObject(part)) continue
    readPart(part, add)
    addLoose(slots, part, `${path}.message.part`, 'delta', 'text', KNOWN_PART)
  }
}

/** Mistral's models send parts. A thinking part may hold a text or a list of texts. */
function readPart(part: JsonObject, add: Add): void {
  for (const name of ['text', 'refusal', 'thinking']) {
    const isThinking = name === 'thinking'
    const at = isThinking ? 'message.thinking' : `message.${name === 'text' ? 'content' : name}`
    add(at, isThinking ? 'reasoning' : 'text', part[name], (changed) => {
      part[name] = changed
    })
    for (const [, inner] of listOf(part[name])) {
      add(at, isThinking ? 'reasoning' : 'text', inner['text'], (changed) => {
        inner['text'] = changed
      })
    }
  }
}

function* listOf(value: unknown): Generator<readonly [number, JsonObject]> {
  if (!Array.isArray(value)) return
  for (const [position, item] of value.entries()) if (isObject(item)) yield [position, item]
}
