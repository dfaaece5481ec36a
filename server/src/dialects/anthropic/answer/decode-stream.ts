/** The events of Anthropic's stream as OpenAI's chunks. */

import { ERRORS } from '../../../core/error-table.ts'
import type { DialectContext, JsonObject, StreamDecoder } from '../../dialect.ts'
import { isObject, parseArguments, textOf } from '../json-value.ts'
import { decodeThinking, decodeUsage, finishReason, isPlain, refusalText } from './decode-answer.ts'
import { decodeErrorBody } from './decode-error.ts'

/** A block under way. Its text grows by `+=`, which the engine keeps as a rope: linear, and read once at the end. */
type OpenBlock = { readonly block: JsonObject; inputText: string; readonly toolIndex: number }

export function anthropicStream(context: DialectContext): StreamDecoder {
  return new AnthropicStream(context)
}

class AnthropicStream implements StreamDecoder {
  private head: JsonObject | null = null
  private messageId = ''
  private readonly open = new Map<unknown, OpenBlock>()
  private readonly blocks: JsonObject[] = []
  private usage: JsonObject = {}
  private stopReason: unknown = null
  private refusal: string | null = null
  private toolCount = 0
  private detailCount = 0
  private isOver = false

  constructor(private readonly context: DialectContext) {}

  event(name: string, data: JsonObject): readonly JsonObject[] {
    if (this.isOver) return []
    switch (textOf(data.type) || name) {
      case 'message_start':
        return this.start(isObject(data.message) ? data.message : {})
      case 'content_block_start':
        return this.startBlock(data.index, isObject(data.content_block) ? data.content_block : {})
      case 'content_block_delta':
        return this.grow(data.index, isObject(data.delta) ? data.delta : {})
      case 'content_block_stop':
        return this.stopBlock(data.index)
      case 'message_delta':
        return this.note(isObject(data.delta) ? data.delta : {}, data.usage)
      case 'message_stop':
        return this.finish()
      case 'error':
        this.isOver = true
        return [decodeErrorBody(data, 'The provider broke off its answer.')]
      default:
        return []
    }
  }

  end(): readonly JsonObject[] {
    return this.isOver ? [] : [this.broken(ERRORS.upstream_broken.message)]
  }

  counted(): JsonObject | null {
    return this.usage
  }

  private start(message: JsonObject): readonly JsonObject[] {
    if (this.head !== null) {
      // Some relays repeat the first event. Another message's start means that a retry was spliced into the first answer:
      // glued together they carry signatures Anthropic refuses in the next turn.
      if (textOf(message.id) === this.messageId) return []
      return [this.broken('The provider began a second answer before the first was complete.')]
    }
    this.messageId = textOf(message.id)
    this.noteUsage(message.usage)
    return this.ensureHead(message)
  }

  private ensureHead(message: JsonObject): readonly JsonObject[] {
    if (this.head !== null) return []
    this.head = {
      id: textOf(message.id) || `${this.context.provider}-${this.context.nowSeconds}`,
      object: 'chat.completion.chunk',
      created: this.context.nowSeconds,
      model: textOf(message.model) || this.context.model,
    }
    return [this.chunk({ role: 'assistant', content: '' })]
  }

  private chunk(delta: JsonObject, finish: string | null = null): JsonObject {
    return { ...this.head, choices: [{ index: 0, delta, finish_reason: finish }] }
  }

  private startBlock(index: unknown, source: JsonObject): readonly JsonObject[] {
    const chunks = [...this.ensureHead({})]
    const isCall = source.type === 'tool_use'
    const block = { ...source }
    this.open.set(index, { block, inputText: '', toolIndex: isCall ? this.toolCount++ : -1 })
    this.blocks.push(block)
    if (isCall) {
      const call = { id: textOf(block.id), type: 'function', function: { name: textOf(block.name), arguments: '' } }
      chunks.push(this.chunk({ tool_calls: [{ index: this.toolCount - 1, ...call }] }))
    } else if (block.type === 'text' && textOf(block.text) !== '') {
      chunks.push(this.chunk({ content: block.text }))
    } else if (block.type === 'thinking' && textOf(block.thinking) !== '') {
      chunks.push(this.chunk({ reasoning_content: block.thinking }))
    }
    return chunks
  }

  private grow(index: unknown, delta: JsonObject): readonly JsonObject[] {
    const entry = this.open.get(index)
    if (!entry) return []
    const { block } = entry
    switch (delta.type) {
      case 'text_delta':
        block.text = textOf(block.text) + textOf(delta.text)
        return block.type === 'text' && textOf(delta.text) !== '' ? [this.chunk({ content: delta.text })] : []
      case 'thinking_delta':
        block.thinking = textOf(block.thinking) + textOf(delta.thinking)
        return textOf(delta.thinking) === '' ? [] : [this.chunk({ reasoning_content: delta.thinking })]
      case 'signature_delta':
        block.signature = textOf(block.signature) + textOf(delta.signature)
        return []
      case 'citations_delta':
        if (Array.isArray(block.citations)) block.citations.push(delta.citation)
        else block.citations = [delta.citation]
        return []
      case 'input_json_delta':
        return this.growInput(entry, textOf(delta.partial_json))
      default:
        absorb(block, delta)
        return []
    }
  }

  private growInput(entry: OpenBlock, text: string): readonly JsonObject[] {
    if (text === '') return []
    entry.inputText += text
    if (entry.toolIndex < 0) return []
    return [this.chunk({ tool_calls: [{ index: entry.toolIndex, function: { arguments: text } }] })]
  }

  private stopBlock(index: unknown): readonly JsonObject[] {
    const entry = this.open.get(index)
    if (!entry) return []
    this.open.delete(index)
    const { block, inputText, toolIndex } = entry
    if (inputText !== '') block.input = parseArguments(inputText)
    else if (toolIndex >= 0) {
      // A call without arguments, or one whose input came whole with its start.
      const text = JSON.stringify(isObject(block.input) ? block.input : {})
      return [this.chunk({ tool_calls: [{ index: toolIndex, function: { arguments: text } }] })]
    }
    // Whole, once per block: a client that joins by index rebuilds it, and one that keeps the last piece has it all.
    const details = decodeThinking(block)
    if (details.length === 0) return []
    return [this.chunk({ reasoning_details: details.map((detail) => ({ ...detail, index: this.detailCount++ })) })]
  }

  /** Counts are cumulative and may come more than once; nothing is said before the end mark. */
  private note(delta: JsonObject, usage: unknown): readonly JsonObject[] {
    if (delta.stop_reason !== undefined && delta.stop_reason !== null) this.stopReason = delta.stop_reason
    this.refusal = refusalText(delta.stop_details) ?? this.refusal
    this.noteUsage(usage)
    return []
  }

  private noteUsage(usage: unknown): void {
    if (!isObject(usage)) return
    for (const [name, count] of Object.entries(usage)) {
      if (count !== null && name !== '__proto__') this.usage[name] = count
    }
  }

  private finish(): readonly JsonObject[] {
    const chunks = [...this.ensureHead({}), ...[...this.open.keys()].flatMap((index) => this.stopBlock(index))]
    this.isOver = true
    if (this.refusal !== null) chunks.push(this.chunk({ refusal: this.refusal }))
    if (!isPlain(this.blocks)) chunks.push(this.chunk({ content_blocks: this.blocks }))
    chunks.push(this.chunk({}, finishReason(this.stopReason, this.toolCount > 0)))
    if (this.context.includeUsage) chunks.push({ ...this.head, choices: [], usage: decodeUsage(this.usage) })
    return chunks
  }

  private broken(message: string): JsonObject {
    this.isOver = true
    return { error: { message, type: ERRORS.upstream_broken.type, code: 'upstream_broken', param: null } }
  }
}

/** Deltas this file does not know (compaction and what comes after it) belong to a block that travels back verbatim. */
function absorb(block: JsonObject, delta: JsonObject): void {
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'type' || key === '__proto__') continue
    block[key] = typeof value === 'string' ? textOf(block[key]) + value : value
  }
}
