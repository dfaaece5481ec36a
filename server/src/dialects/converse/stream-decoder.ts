/** ConverseStream's events as OpenAI's chunks. */

import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { ChatChunks } from '../framing/chat-chunks.ts'
import { countOf, isObject, objectOf, textOf } from '../framing/json-shape.ts'
import type { OwnFormats } from '../reasoning/join-reasoning.ts'
import { decodeUsage, finishReason, isCallersTool } from './decode-answer.ts'
import { exceptionError } from './decode-error.ts'
import { ANSWER_TOOL } from './encode-tools.ts'
import { reasoningFormats } from './model-family.ts'

type Block =
  | { readonly kind: 'call'; readonly index: number; hasArguments: boolean }
  /** A schema's answer: its input is the content. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'reasoning'; readonly index: number }
  /** A tool the provider runs itself. */
  | { readonly kind: 'ignored' }

export class ConverseStream implements StreamDecoder {
  readonly #chunks: ChatChunks
  readonly #formats: OwnFormats
  /** Blocks that are open, by Converse's own index; text needs none. */
  readonly #blocks = new Map<number, Block>()
  #callCount = 0
  #reasoningCount = 0
  #usage: JsonObject | null = null

  constructor(context: DialectContext) {
    this.#chunks = new ChatChunks(context)
    this.#formats = reasoningFormats(context.model)
  }

  event(name: string, data: JsonObject): readonly JsonObject[] {
    const index = countOf(data['contentBlockIndex']) ?? 0
    switch (name) {
      case 'messageStart':
        return this.#chunks.begin()
      case 'contentBlockStart':
        return this.#start(index, objectOf(data['start'])['toolUse'])
      case 'contentBlockDelta':
        return this.#delta(index, objectOf(data['delta']))
      case 'contentBlockStop':
        return this.#stop(index)
      case 'messageStop':
        return this.#finish(data)
      case 'metadata':
        this.#usage = isObject(data['usage']) ? data['usage'] : null
        return this.#chunks.usage(decodeUsage(this.#usage))
      case 'exception':
        return this.#chunks.fail(exceptionError(data))
      default:
        return []
    }
  }

  end(): readonly JsonObject[] {
    return this.#chunks.end()
  }

  counted(): JsonObject | null {
    return this.#usage
  }

  #start(index: number, toolUse: unknown): readonly JsonObject[] {
    if (!isObject(toolUse)) return []
    const name = textOf(toolUse['name'])
    if (name === ANSWER_TOOL || !isCallersTool(toolUse)) {
      this.#blocks.set(index, { kind: name === ANSWER_TOOL ? 'answer' : 'ignored' })
      return []
    }
    const call: Block = { kind: 'call', index: this.#callCount++, hasArguments: false }
    this.#blocks.set(index, call)
    const head = { id: textOf(toolUse['toolUseId']), type: 'function', function: { name, arguments: '' } }
    return this.#chunks.delta({ tool_calls: [{ index: call.index, ...head }] })
  }

  #delta(index: number, delta: JsonObject): readonly JsonObject[] {
    const { text, toolUse, reasoningContent, citation } = delta
    if (typeof text === 'string') return this.#chunks.delta({ content: text })
    if (isObject(toolUse)) return this.#input(index, textOf(toolUse['input']))
    if (isObject(reasoningContent)) return this.#reasoning(index, reasoningContent)
    if (isObject(citation)) return this.#chunks.delta({ citations: [citation] })
    return []
  }

  #input(index: number, piece: string): readonly JsonObject[] {
    const block = this.#blocks.get(index)
    if (piece === '') return []
    if (block?.kind === 'answer') return this.#chunks.delta({ content: piece })
    if (block?.kind !== 'call') return []
    block.hasArguments = true
    return this.#arguments(block.index, piece)
  }

  #arguments(index: number, piece: string): readonly JsonObject[] {
    return this.#chunks.delta({ tool_calls: [{ index, function: { arguments: piece } }] })
  }

  /** Text may be read by a person; signature and redacted data are for the model alone, and must come back unchanged. */
  #reasoning(index: number, content: JsonObject): readonly JsonObject[] {
    let block = this.#blocks.get(index)
    if (block?.kind !== 'reasoning') {
      block = { kind: 'reasoning', index: this.#reasoningCount++ }
      this.#blocks.set(index, block)
    }
    const { text, signature, redactedContent } = content
    const { thinking, redacted } = this.#formats
    const { index: place } = block
    const say = (detail: JsonObject, words: JsonObject = {}) =>
      this.#chunks.delta({ ...words, reasoning_details: [{ ...detail, index: place }] })
    if (typeof redactedContent === 'string') return say({ type: 'redacted', data: redactedContent, format: redacted })
    if (typeof signature === 'string') return say({ type: 'thinking', signature, format: thinking })
    if (typeof text !== 'string') return []
    return say({ type: 'thinking', text, format: thinking }, { reasoning_content: text })
  }

  /** A call without input is a call with the empty object: clients parse the arguments. */
  #stop(index: number): readonly JsonObject[] {
    const block = this.#blocks.get(index)
    this.#blocks.delete(index)
    return block?.kind === 'call' && !block.hasArguments ? this.#arguments(block.index, '{}') : []
  }

  #finish(data: JsonObject): readonly JsonObject[] {
    const open = [...this.#blocks.keys()].flatMap((index) => this.#stop(index))
    const reason = finishReason(data['stopReason'], this.#callCount > 0)
    return [...open, ...this.#chunks.finish(reason)]
  }
}
