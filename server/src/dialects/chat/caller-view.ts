/**
 * Adapts a translated response for a chat caller: adds the provider's slug, and shows thinking according to
 * `strict_open_ai_compliance`. `false` adds `content_blocks` in Portkey's form, `true` removes all thinking. If it is
 * not set, thinking is in `reasoning_content` and `reasoning_details`.
 */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { isObject, objectOf, objectsIn, textOf, without } from '../json.ts'
import { markOrigin } from './reasoning.ts'

type View = Pick<DialectContext, 'provider' | 'strict'>

const THINKING = ['reasoning_content', 'reasoning_details', 'content_blocks']

/** Adapts a complete chat completion. */
export function viewCompletion(completion: JsonObject, view: View): JsonObject {
  const choices = objectsIn(completion['choices']).map((choice) => ({
    ...choice,
    message: viewMessage(objectOf(choice['message']), view),
  }))
  return withProvider({ ...completion, choices, ...viewUsage(completion['usage']) }, view)
}

/** Adds the provider's slug. Also used for errors and responses that are not chat completions. */
export function withProvider(response: JsonObject, { provider }: View): JsonObject {
  return { ...response, provider }
}

function viewMessage(message: JsonObject, { strict }: View): JsonObject {
  if (strict === true) return without(message, THINKING)
  if (strict !== false || Array.isArray(message['content_blocks'])) return message
  const text = textOf(message['content'])
  const blocks = objectsIn(message['reasoning_details']).flatMap(blockOf)
  return { ...message, content_blocks: [...blocks, ...(text === '' ? [] : [{ type: 'text', text }])] }
}

function blockOf(detail: JsonObject): JsonObject[] {
  const { type, format } = detail
  if (type === 'redacted') return [{ type: 'redacted_thinking', data: markOrigin(textOf(detail['data']), format) }]
  if (type !== 'thinking') return []
  const signature = markOrigin(textOf(detail['signature']), format)
  return [{ type: 'thinking', thinking: textOf(detail['text']), signature }]
}

/** Adds the cache counts under Anthropic's names, if there are any. */
function viewUsage(usage: unknown): { readonly usage?: unknown } {
  const details = isObject(usage) ? objectOf(usage['prompt_tokens_details']) : {}
  const { cached_tokens: read, cache_write_tokens: written } = details
  if (!isObject(usage)) return usage === undefined ? {} : { usage }
  // Only Claude reports cache writes.
  if (typeof written !== 'number' || (!written && !read)) return { usage }
  return { usage: { ...usage, cache_read_input_tokens: read ?? 0, cache_creation_input_tokens: written } }
}

/** Adapts the chunks of one stream. `content_blocks` has pieces `{ index, delta }` with the index of the block. */
export class ChunkView {
  #index = -1
  #kind: 'text' | 'thinking' | 'other' | null = null

  /**
   * `blockIndex` returns the index of the block that a chunk belongs to. If it returns null, a new block starts where
   * the kind changes.
   */
  constructor(
    private readonly view: View,
    private readonly blockIndex: () => number | null = () => null,
  ) {}

  /** Null if the view removed everything in the chunk. */
  chunk(chunk: JsonObject): JsonObject | null {
    const { strict } = this.view
    const seen = withProvider({ ...chunk, ...viewUsage(chunk['usage']) }, this.view)
    if (strict !== true && strict !== false) return seen
    let isEmpty = false
    const choices = objectsIn(chunk['choices']).map((choice) => {
      const delta = objectOf(choice['delta'])
      const shown = strict ? without(delta, THINKING) : this.#withBlocks(delta)
      isEmpty ||= isCleared(delta, shown, choice)
      return { ...choice, delta: shown }
    })
    return isEmpty ? null : { ...seen, choices }
  }

  #withBlocks(delta: JsonObject): JsonObject {
    const pieces: JsonObject[] = []
    const add = (kind: 'text' | 'thinking' | 'other', piece: JsonObject) =>
      pieces.push({ index: this.#blockOf(kind), delta: piece })
    const thinking = textOf(delta['reasoning_content'])
    if (thinking !== '') add('thinking', { thinking })
    for (const detail of objectsIn(delta['reasoning_details'])) {
      const { type, format } = detail
      if (type === 'redacted') add('other', { data: markOrigin(textOf(detail['data']), format) })
      const signature = type === 'thinking' ? textOf(detail['signature']) : ''
      if (signature === '') continue
      add('thinking', { signature: markOrigin(signature, format) })
      // The signature ends its block.
      this.#kind = 'other'
    }
    const text = textOf(delta['content'])
    if (text !== '') add('text', { text })
    if (objectsIn(delta['tool_calls']).some((call) => typeof call['id'] === 'string')) this.#blockOf('other')
    // `content_blocks` lists all blocks. Send only those that OpenAI's members cannot represent, and citations. The
    // others were sent in pieces.
    for (const [index, block] of objectsIn(delta['content_blocks']).entries()) {
      const { citations } = block
      if (!SENT.has(block['type'])) pieces.push({ index, delta: block })
      else if (Array.isArray(citations) && citations.length > 0) pieces.push({ index, delta: { citations } })
    }
    const { content_blocks: _, ...rest } = delta
    return pieces.length === 0 ? rest : { ...rest, content_blocks: pieces }
  }

  #blockOf(kind: 'text' | 'thinking' | 'other'): number {
    const known = this.blockIndex()
    if (known !== null) return known
    if (kind === 'other' || kind !== this.#kind) this.#index++
    this.#kind = kind
    return this.#index
  }
}

const SENT: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])

function isCleared(before: JsonObject, after: JsonObject, choice: JsonObject): boolean {
  const isChanged = Object.keys(before).length > Object.keys(after).length
  return isChanged && Object.keys(after).length === 0 && (choice['finish_reason'] ?? null) === null
}
