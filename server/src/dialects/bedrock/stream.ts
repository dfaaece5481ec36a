/** Translates ConverseStream's events to OpenAI's chunks. */

import { ChatChunks } from '../chat/completion.ts'
import type { OwnFormats } from '../chat/reasoning.ts'
import type { ChatStreamItem, ReasoningDetail } from '../chat/types.ts'
import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { countOf, isObject, objectOf, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import { reasoningFormats } from './models.ts'
import { decodeUsage, exceptionError, finishReason, isCallersTool, SCHEMA_TOOL, webAnnotation } from './response.ts'
import type { BlockDelta, ConverseEvent, ResponseToolUse } from './types.ts'

type Block =
  | { readonly kind: 'call'; readonly index: number; hasArguments: boolean }
  /** A structured response: the input of SCHEMA_TOOL is the content. */
  | { readonly kind: 'schema' }
  | { readonly kind: 'reasoning'; readonly index: number }
  /** A tool that Bedrock runs itself. */
  | { readonly kind: 'ignored' }

export class ConverseStream implements StreamDecoder {
  readonly #chunks: ChatChunks
  readonly #formats: OwnFormats
  /** Open blocks, by Converse's index. Text blocks are not tracked. */
  readonly #blocks = new Map<number, Block>()
  #callCount = 0
  #reasoningCount = 0
  #usage: JsonObject | null = null

  constructor(context: DialectContext) {
    this.#chunks = new ChatChunks(context)
    this.#formats = reasoningFormats(context.model)
  }

  event(name: string, data: UncheckedObject<ConverseEvent>): readonly ChatStreamItem[] {
    const index = countOf(data.contentBlockIndex) ?? 0
    switch (name) {
      case 'messageStart':
        return this.#chunks.begin()
      case 'contentBlockStart':
        return this.#start(index, objectOf(data.start).toolUse)
      case 'contentBlockDelta':
        return this.#delta(index, objectOf(data.delta))
      case 'contentBlockStop':
        return this.#stop(index)
      case 'messageStop':
        return this.#finish(data.stopReason)
      case 'metadata':
        this.#usage = isObject(data.usage) ? data.usage : null
        return this.#chunks.usage(decodeUsage(data.usage))
      case 'exception':
        return this.#chunks.fail(exceptionError(data))
      default:
        return []
    }
  }

  end(): readonly ChatStreamItem[] {
    return this.#chunks.end()
  }

  counted(): JsonObject | null {
    return this.#usage
  }

  #start(index: number, toolUse: Unchecked<Omit<ResponseToolUse, 'input'>>): readonly ChatStreamItem[] {
    if (!isObject(toolUse)) return []
    const name = textOf(toolUse.name)
    if (name === SCHEMA_TOOL || !isCallersTool(toolUse)) {
      this.#blocks.set(index, { kind: name === SCHEMA_TOOL ? 'schema' : 'ignored' })
      return []
    }
    const call: Block = { kind: 'call', index: this.#callCount++, hasArguments: false }
    this.#blocks.set(index, call)
    const head = { id: textOf(toolUse.toolUseId), type: 'function', function: { name, arguments: '' } } as const
    return this.#chunks.delta({ tool_calls: [{ index: call.index, ...head }] })
  }

  #delta(index: number, delta: UncheckedObject<BlockDelta>): readonly ChatStreamItem[] {
    const { text, toolUse, reasoningContent, citation } = delta
    if (typeof text === 'string') return this.#chunks.delta({ content: text })
    if (isObject(toolUse)) return this.#input(index, textOf(toolUse.input))
    if (isObject(reasoningContent)) return this.#reasoning(index, reasoningContent)
    if (isObject(citation)) {
      const annotations = webAnnotation(citation)
      return this.#chunks.delta({ citations: [citation], ...(annotations.length > 0 && { annotations }) })
    }
    return []
  }

  #input(index: number, piece: string): readonly ChatStreamItem[] {
    const block = this.#blocks.get(index)
    if (piece === '') return []
    if (block?.kind === 'schema') return this.#chunks.delta({ content: piece })
    if (block?.kind !== 'call') return []
    block.hasArguments = true
    return this.#arguments(block.index, piece)
  }

  #arguments(index: number, piece: string): readonly ChatStreamItem[] {
    return this.#chunks.delta({ tool_calls: [{ index, function: { arguments: piece } }] })
  }

  /** Only the text is readable. The model needs the signature and the redacted data back unchanged. */
  #reasoning(
    index: number,
    content: { readonly text?: unknown; readonly signature?: unknown; readonly redactedContent?: unknown },
  ): readonly ChatStreamItem[] {
    let block = this.#blocks.get(index)
    if (block?.kind !== 'reasoning') {
      block = { kind: 'reasoning', index: this.#reasoningCount++ }
      this.#blocks.set(index, block)
    }
    const { text, signature, redactedContent } = content
    const { thinking, redacted } = this.#formats
    const at = block.index
    const send = (detail: ReasoningDetail) => this.#chunks.delta({ reasoning_details: [detail] })
    if (typeof redactedContent === 'string') {
      return send({ type: 'redacted', data: redactedContent, format: redacted, index: at })
    }
    if (typeof signature === 'string') return send({ type: 'thinking', signature, format: thinking, index: at })
    if (typeof text !== 'string') return []
    const detail: ReasoningDetail = { type: 'thinking', text, format: thinking, index: at }
    return this.#chunks.delta({ reasoning_content: text, reasoning_details: [detail] })
  }

  /** Clients parse the arguments, so a call without input gets an empty object. */
  #stop(index: number): readonly ChatStreamItem[] {
    const block = this.#blocks.get(index)
    this.#blocks.delete(index)
    return block?.kind === 'call' && !block.hasArguments ? this.#arguments(block.index, '{}') : []
  }

  #finish(stopReason: unknown): readonly ChatStreamItem[] {
    const open = [...this.#blocks.keys()].flatMap((index) => this.#stop(index))
    return [...open, ...this.#chunks.finish(finishReason(stopReason, this.#callCount > 0))]
  }
}
