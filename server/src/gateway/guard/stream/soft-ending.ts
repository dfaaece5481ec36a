/**
 * Ends a stream like an ordinary response if a guardrail with `soft_deny` denies it in the middle: with a last text
 * that says so, the finish reason of a content filter, and the events that end a stream in the caller's format.
 */

import { isObject, type JsonObject } from '../../../core/json.ts'
import type { StreamFormat } from './stream-format.ts'

/** Sees the events that were released, and writes those that end the stream. */
export interface SoftEnding {
  see(data: JsonObject): void
  /** The last events; null if no event was released that they could continue. */
  refusal(text: string): readonly JsonObject[] | null
  /** True if each event has a line with its type. */
  readonly isNamed: boolean
  /** What follows the last event. */
  readonly after: string
}

export function softEndingOf({ endpoint }: StreamFormat): SoftEnding {
  if (endpoint === 'messages') return new MessagesEnding()
  if (endpoint === 'responses') return new ResponsesEnding()
  return endpoint === 'gemini.stream' ? new GeminiEnding() : new ChatEnding(endpoint === 'completions')
}

/** The choices or candidates that have not finished, by index, and whether they have text. */
class OpenChoices {
  readonly #open = new Map<number, boolean>()
  #isSeen = false

  see(index: unknown, position: number, hasText: boolean, isFinished: boolean): void {
    this.#isSeen = true
    const number = typeof index === 'number' ? index : position
    if (isFinished) this.#open.delete(number)
    else this.#open.set(number, hasText || this.#open.get(number) === true)
  }

  /** The text to append to each open choice. */
  with(text: string): readonly (readonly [index: number, text: string])[] {
    if (!this.#isSeen) return [[0, text]]
    return [...this.#open].map(([index, hasText]) => [index, hasText ? `\n\n${text}` : text])
  }
}

class ChatEnding implements SoftEnding {
  readonly isNamed = false
  readonly after = 'data: [DONE]\n\n'
  readonly #choices = new OpenChoices()
  #head: JsonObject | null = null

  constructor(private readonly isCompletion: boolean) {}

  see({ id, object, created, model, choices }: JsonObject): void {
    this.#head ??= { id, object, created, model }
    for (const [position, choice] of objectsIn(choices)) {
      const { index, delta, text, finish_reason: reason } = choice
      const content = isObject(delta) ? delta['content'] : text
      this.#choices.see(index, position, typeof content === 'string' && content !== '', reason != null)
    }
  }

  refusal(text: string): JsonObject[] | null {
    const head = this.#head
    if (head === null) return null
    return this.#choices.with(text).flatMap(([index, added]) => {
      const piece = this.isCompletion ? { text: added } : { delta: { content: added } }
      const end = this.isCompletion ? { text: '' } : { delta: {} }
      return [
        { ...head, choices: [{ index, ...piece, logprobs: null, finish_reason: null }] },
        { ...head, choices: [{ index, ...end, logprobs: null, finish_reason: 'content_filter' }] },
      ]
    })
  }
}

class MessagesEnding implements SoftEnding {
  readonly isNamed = true
  readonly after = ''
  readonly #open = new Map<number, { readonly isText: boolean; hasText: boolean }>()
  #isStarted = false
  #last = -1

  see({ type, index, content_block: block, delta }: JsonObject): void {
    this.#isStarted = true
    const number = typeof index === 'number' ? index : 0
    if (type === 'content_block_start' && isObject(block)) {
      this.#last = Math.max(this.#last, number)
      this.#open.set(number, { isText: block['type'] === 'text', hasText: false })
    } else if (type === 'content_block_stop') this.#open.delete(number)
    else if (type === 'content_block_delta' && isObject(delta) && delta['text'] !== '') {
      const open = this.#open.get(number)
      if (open) open.hasText = true
    }
  }

  refusal(text: string): JsonObject[] | null {
    if (!this.#isStarted) return null
    const events: JsonObject[] = []
    const [index, hasText] = this.#textBlock(events)
    const delta = { type: 'text_delta', text: hasText ? `\n\n${text}` : text }
    return [
      ...events,
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
      {
        type: 'message_delta',
        delta: { stop_reason: 'refusal', stop_sequence: null },
        usage: { output_tokens: 0 },
      },
      { type: 'message_stop' },
    ]
  }

  /** The open text block, or a new one. Adds events that end the other blocks. */
  #textBlock(events: JsonObject[]): readonly [index: number, hasText: boolean] {
    let text: readonly [number, boolean] | null = null
    for (const [index, { isText, hasText }] of this.#open) {
      if (isText) text = [index, hasText]
      else events.push({ type: 'content_block_stop', index })
    }
    if (text) return text
    const index = this.#last + 1
    events.push({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } })
    return [index, false]
  }
}

/** A message of a Responses stream that has not ended. */
type OpenMessage = { readonly item: JsonObject; readonly parts: Map<number, JsonObject>; open: number | null }

class ResponsesEnding implements SoftEnding {
  readonly isNamed = true
  readonly after = ''
  readonly #done = new Map<number, JsonObject>()
  readonly #messages = new Map<number, OpenMessage>()
  #response: JsonObject | null = null
  #last = -1
  #number: number | null = null

  see(data: JsonObject): void {
    const { type, response, item, part, output_index: output, content_index: content, sequence_number: number } = data
    if (typeof number === 'number') this.#number = number
    if (isObject(response)) this.#response = response
    if (typeof output !== 'number') return
    this.#last = Math.max(this.#last, output)
    const message = this.#messages.get(output)
    if (isObject(item) && type === 'response.output_item.done') {
      this.#messages.delete(output)
      this.#done.set(output, item)
    } else if (isObject(item) && item['type'] === 'message')
      this.#messages.set(output, { item, parts: new Map(), open: null })
    else if (message && typeof content === 'number') seePart(message, content, data, part)
  }

  refusal(text: string): JsonObject[] | null {
    const response = this.#response
    if (response === null) return null
    const events: JsonObject[] = []
    for (const [index, message] of this.#messages) {
      if (message.open === null) continue
      this.#messages.delete(index)
      this.#endMessage(events, index, message, message.open, `\n\n${text}`)
    }
    if (events.length === 0) this.#addMessage(events, text)
    const output = [...this.#done].sort(([a], [b]) => a - b).map(([, item]) => item)
    events.push({ type: 'response.completed', response: { ...response, status: 'completed', output } })
    return events.map((event) => this.#numbered(event))
  }

  #addMessage(events: JsonObject[], text: string): void {
    const index = this.#last + 1
    const item = {
      id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
      type: 'message',
      status: 'in_progress',
      role: 'assistant',
      content: [],
    }
    const part = { type: 'output_text', text: '', annotations: [], logprobs: [] }
    events.push({ type: 'response.output_item.added', output_index: index, item })
    const at = { item_id: item.id, output_index: index, content_index: 0 }
    events.push({ type: 'response.content_part.added', ...at, part })
    this.#endMessage(events, index, { item, parts: new Map([[0, part]]), open: 0 }, 0, text)
  }

  #endMessage(events: JsonObject[], index: number, { item, parts }: OpenMessage, content: number, text: string): void {
    const before = parts.get(content) ?? {}
    const written = typeof before['text'] === 'string' ? before['text'] : ''
    const part: JsonObject = { ...before, text: written === '' ? text.trimStart() : written + text }
    parts.set(content, part)
    const at = { item_id: item['id'], output_index: index, content_index: content }
    const ended = { ...item, status: 'completed', content: [...parts].sort(([a], [b]) => a - b).map(([, one]) => one) }
    this.#done.set(index, ended)
    events.push(
      {
        type: 'response.output_text.delta',
        ...at,
        delta: written === '' ? text.trimStart() : text,
        logprobs: [],
      },
      { type: 'response.output_text.done', ...at, text: part['text'], logprobs: [] },
      { type: 'response.content_part.done', ...at, part },
      { type: 'response.output_item.done', output_index: index, item: ended },
    )
  }

  #numbered({ type, ...event }: JsonObject): JsonObject {
    if (this.#number === null) return { type, ...event }
    this.#number++
    return { type, sequence_number: this.#number, ...event }
  }
}

function seePart(message: OpenMessage, content: number, { type, delta }: JsonObject, part: unknown): void {
  if (isObject(part)) {
    message.parts.set(content, part)
    message.open = type === 'response.content_part.added' && part['type'] === 'output_text' ? content : null
  } else if (type === 'response.output_text.delta' && typeof delta === 'string') {
    const known = message.parts.get(content) ?? { type: 'output_text', annotations: [] }
    const text = typeof known['text'] === 'string' ? known['text'] : ''
    message.parts.set(content, { ...known, text: text + delta })
    message.open = content
  }
}

class GeminiEnding implements SoftEnding {
  readonly isNamed = false
  readonly after = ''
  readonly #candidates = new OpenChoices()
  #head: JsonObject | null = null

  see({ candidates, modelVersion, responseId }: JsonObject): void {
    this.#head = { modelVersion, responseId }
    for (const [position, { index, content, finishReason }] of objectsIn(candidates)) {
      const parts = isObject(content) ? content['parts'] : []
      const hasText = objectsIn(parts).some(([, { text, thought }]) => text !== '' && text != null && thought !== true)
      this.#candidates.see(index, position, hasText, typeof finishReason === 'string')
    }
  }

  refusal(text: string): JsonObject[] | null {
    if (this.#head === null) return null
    const candidates = this.#candidates.with(text).map(([index, added]) => ({
      content: { role: 'model', parts: [{ text: added }] },
      finishReason: 'SAFETY',
      index,
    }))
    return [{ candidates, ...this.#head }]
  }
}

function objectsIn(value: unknown): (readonly [position: number, item: JsonObject])[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item, position) => (isObject(item) ? [[position, item] as const] : []))
}
