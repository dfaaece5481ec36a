/** Translates Anthropic's stream events to OpenAI's chunks. */

import { ERRORS } from '../../core/error-table.ts'
import { argumentsOrText } from '../chat/request.ts'
import { TextPositions } from '../chat/sources.ts'
import type { ChatChunk, ChatDelta, ChatStreamItem, ErrorResponse, FinishReason } from '../chat/types.ts'
import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { isObject, objectOf, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import {
  citedIn,
  decodeErrorBody,
  decodeThinking,
  decodeUsage,
  finishReason,
  isPlain,
  refusalText,
} from './response.ts'
import type { BlockDelta, MessagesEvent, MessagesResponse, MessagesUsage, ResponseBlock } from './types.ts'

/** A block of the response, built from its deltas. */
type GrowingBlock = { -readonly [K in keyof UncheckedObject<ResponseBlock>]: UncheckedObject<ResponseBlock>[K] }

/** A block that has not ended. Its texts grow by `+=`, which is linear: the engine concatenates when they are read. */
type OpenBlock = {
  readonly block: GrowingBlock
  inputText: string
  readonly toolIndex: number
  readonly position: number
  /** Where the block's text begins in the text of the response. */
  readonly textStart: number
}

export class AnthropicStream implements StreamDecoder {
  private head: Omit<ChatChunk, 'choices'> | null = null
  private messageId = ''
  private readonly open = new Map<unknown, OpenBlock>()
  private readonly blocks: GrowingBlock[] = []
  private readonly text = new TextPositions()
  private usage: JsonObject = {}
  private stopReason: unknown = null
  private refusal: string | null = null
  private toolCount = 0
  private detailCount = 0
  private position: number | null = null
  private isOver = false

  constructor(private readonly context: DialectContext) {}

  event(name: string, data: UncheckedObject<MessagesEvent>): readonly ChatStreamItem[] {
    if (this.isOver) return []
    switch (textOf(data.type) || name) {
      case 'message_start':
        return this.start(objectOf(data.message))
      case 'content_block_start':
        return this.startBlock(data.index, objectOf(data.content_block))
      case 'content_block_delta':
        return this.extendBlock(data.index, objectOf(data.delta))
      case 'content_block_stop':
        return this.stopBlock(data.index)
      case 'message_delta': {
        const { stop_reason: reason, stop_details: details } = objectOf(data.delta)
        if (reason !== undefined && reason !== null) this.stopReason = reason
        this.refusal = refusalText(details) ?? this.refusal
        this.addUsage(data.usage)
        return []
      }
      case 'message_stop':
        return this.finish()
      case 'error':
        this.isOver = true
        return [decodeErrorBody(data, 'The provider ended its response with an error.')]
      default:
        return []
    }
  }

  end(): readonly ChatStreamItem[] {
    return this.isOver ? [] : [this.broken(ERRORS.upstream_broken.message)]
  }

  counted(): JsonObject | null {
    return this.usage
  }

  blockIndex(): number | null {
    return this.position
  }

  private start(message: UncheckedObject<MessagesResponse>): readonly ChatStreamItem[] {
    if (this.head !== null) {
      // Some relays repeat the first event. The start of another message means that a relay retried in the middle of the
      // stream. The two halves do not fit together: Anthropic would reject their signatures in the next turn.
      if (textOf(message.id) === this.messageId) return []
      return [this.broken('The provider began a second response before the first was complete.')]
    }
    this.messageId = textOf(message.id)
    this.addUsage(message.usage)
    return this.ensureHead(message)
  }

  private ensureHead(message: UncheckedObject<MessagesResponse>): ChatStreamItem[] {
    if (this.head !== null) return []
    this.head = {
      id: textOf(message.id) || `${this.context.provider}-${this.context.nowSeconds}`,
      object: 'chat.completion.chunk',
      created: this.context.nowSeconds,
      model: textOf(message.model) || this.context.model,
    }
    return [this.chunk({ role: 'assistant', content: '' })]
  }

  private chunk(delta: ChatDelta, finish: FinishReason | null = null): ChatChunk {
    return { ...this.head!, choices: [{ index: 0, delta, finish_reason: finish }] }
  }

  private startBlock(index: unknown, source: UncheckedObject<ResponseBlock>): readonly ChatStreamItem[] {
    const chunks = this.ensureHead({})
    const isCall = source.type === 'tool_use'
    const block: GrowingBlock = { ...source }
    this.position = this.blocks.length
    this.open.set(index, {
      ...{ block, inputText: '', position: this.position, textStart: this.text.length },
      toolIndex: isCall ? this.toolCount++ : -1,
    })
    this.blocks.push(block)
    const text = textOf(block.text)
    const thinking = textOf(block.thinking)
    if (isCall) {
      const call = {
        id: textOf(block.id),
        type: 'function' as const,
        function: { name: textOf(block.name), arguments: '' },
      }
      chunks.push(this.chunk({ tool_calls: [{ index: this.toolCount - 1, ...call }] }))
    } else if (block.type === 'text' && text !== '') {
      this.text.add(text)
      chunks.push(this.chunk({ content: text }))
    } else if (block.type === 'thinking' && thinking !== '') {
      chunks.push(this.chunk({ reasoning_content: thinking }))
    }
    return chunks
  }

  private extendBlock(index: unknown, delta: UncheckedObject<BlockDelta>): readonly ChatStreamItem[] {
    const entry = this.open.get(index)
    if (!entry) return []
    const { block } = entry
    this.position = entry.position
    switch (delta.type) {
      case 'text_delta': {
        const text = textOf(delta.text)
        block.text = textOf(block.text) + text
        if (block.type !== 'text' || text === '') return []
        this.text.add(text)
        return [this.chunk({ content: text })]
      }
      case 'thinking_delta': {
        const thinking = textOf(delta.thinking)
        block.thinking = textOf(block.thinking) + thinking
        return thinking === '' ? [] : [this.chunk({ reasoning_content: thinking })]
      }
      case 'signature_delta':
        block.signature = textOf(block.signature) + textOf(delta.signature)
        return []
      case 'citations_delta':
        if (Array.isArray(block.citations)) block.citations.push(delta.citation)
        else block.citations = [delta.citation]
        return []
      case 'input_json_delta':
        return this.extendInput(entry, textOf(delta.partial_json))
      default:
        applyUnknownDelta(block, delta)
        return []
    }
  }

  private extendInput(entry: OpenBlock, text: string): readonly ChatStreamItem[] {
    if (text === '') return []
    entry.inputText += text
    if (entry.toolIndex < 0) return []
    return [this.chunk({ tool_calls: [{ index: entry.toolIndex, function: { arguments: text } }] })]
  }

  private stopBlock(index: unknown): readonly ChatStreamItem[] {
    const entry = this.open.get(index)
    if (!entry) return []
    this.open.delete(index)
    const { block, inputText, toolIndex } = entry
    this.position = entry.position
    if (inputText !== '') block.input = argumentsOrText(inputText)
    else if (toolIndex >= 0) {
      // A call without arguments, or one whose start event had the complete input.
      const text = JSON.stringify(objectOf(block.input))
      return [this.chunk({ tool_calls: [{ index: toolIndex, function: { arguments: text } }] })]
    }
    const annotations = citedIn(block, this.text, entry.textStart)
    if (annotations.length > 0) return [this.chunk({ annotations })]
    // Sent complete, once per block. Clients that join pieces and clients that keep the last piece both get all of it.
    const details = decodeThinking(block)
    if (details.length === 0) return []
    return [this.chunk({ reasoning_details: details.map((detail) => ({ ...detail, index: this.detailCount++ })) })]
  }

  /** Counts are cumulative and may be reported several times. */
  private addUsage(usage: Unchecked<MessagesUsage>): void {
    if (!isObject(usage)) return
    for (const [name, count] of Object.entries(usage)) {
      if (count !== null && name !== '__proto__') this.usage[name] = count
    }
  }

  private finish(): readonly ChatStreamItem[] {
    const chunks = [...this.ensureHead({}), ...[...this.open.keys()].flatMap((index) => this.stopBlock(index))]
    this.isOver = true
    if (this.refusal !== null) chunks.push(this.chunk({ refusal: this.refusal }))
    if (!isPlain(this.blocks)) chunks.push(this.chunk({ content_blocks: this.blocks }))
    chunks.push(this.chunk({}, finishReason(this.stopReason, this.toolCount > 0)))
    if (this.context.includeUsage) chunks.push({ ...this.head!, choices: [], usage: decodeUsage(this.usage) })
    return chunks
  }

  private broken(message: string): ErrorResponse {
    this.isOver = true
    return { error: { message, type: ERRORS.upstream_broken.type, code: 'upstream_broken', param: null } }
  }
}

/** Deltas of unknown types (compaction and later additions) extend blocks that are returned in `content_blocks`. */
function applyUnknownDelta(block: JsonObject, delta: JsonObject): void {
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'type' || key === '__proto__') continue
    block[key] = typeof value === 'string' ? textOf(block[key]) + value : value
  }
}
