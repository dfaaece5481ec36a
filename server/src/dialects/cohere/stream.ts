/** Translates Cohere's stream events to OpenAI's chunks. */

import { ChatChunks } from '../chat/completion.ts'
import { citedUrls } from '../chat/document-citations.ts'
import { annotationOf } from '../chat/sources.ts'
import type { ChatDelta, ChatLogprobs, ChatStreamItem } from '../chat/types.ts'
import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { countOf, isObject, objectOf, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import { COHERE_FORMAT, decodeLogprobs, decodeUsage, finishReason } from './response.ts'
import type { CohereEvent, CohereLogprobs, CohereToolCall, CohereUsage } from './types.ts'

type Call = { readonly index: number; hasArguments: boolean; isNull: boolean }

export class CohereStream implements StreamDecoder {
  readonly #chunks: ChatChunks
  /** Open calls, by Cohere's index. */
  readonly #calls = new Map<number, Call>()
  #callCount = 0
  /** The index in `reasoning_details` of each thinking block, by Cohere's index. */
  readonly #thoughts = new Map<number, number>()
  #usage: JsonObject | null = null

  constructor(context: DialectContext) {
    this.#chunks = new ChatChunks(context)
  }

  event(name: string, data: UncheckedObject<CohereEvent>): readonly ChatStreamItem[] {
    const index = countOf(data.index) ?? 0
    const delta = objectOf(data.delta)
    const message = objectOf(delta.message)
    switch (textOf(data.type) || name) {
      case 'message-start':
        this.#chunks.useId(textOf(data.id))
        return this.#chunks.begin()
      case 'content-start':
      case 'content-delta':
        return this.#content(index, objectOf(message.content), data.logprobs)
      case 'tool-plan-delta':
        return this.#unlessEmpty('reasoning_content', textOf(message.tool_plan))
      case 'tool-call-start':
        return this.#startCall(index, objectOf(message.tool_calls))
      case 'tool-call-delta':
        return this.#arguments(index, textOf(objectOf(objectOf(message.tool_calls).function).arguments))
      case 'tool-call-end':
        return this.#endCall(index)
      case 'citation-start':
        return isObject(message.citations) ? this.#citation(message.citations) : []
      case 'message-end':
        return this.#finish(delta)
      case 'error':
        return this.#fail(textOf(data.message) || textOf(data.error))
      default:
        return []
    }
  }

  end(): readonly ChatStreamItem[] {
    return this.#chunks.end()
  }

  #citation(citation: JsonObject): readonly ChatStreamItem[] {
    const annotations = citedUrls([citation]).map(annotationOf)
    return this.#chunks.delta({ citations: [citation], ...(annotations.length > 0 && { annotations }) })
  }

  counted(): JsonObject | null {
    return this.#usage
  }

  #unlessEmpty(
    member: 'content' | 'reasoning_content',
    text: string,
    logprobs?: ChatLogprobs,
  ): readonly ChatStreamItem[] {
    const delta: ChatDelta = { [member]: text }
    return text === '' ? [] : this.#chunks.delta(delta, logprobs)
  }

  #content(
    index: number,
    content: { readonly text?: unknown; readonly thinking?: unknown },
    logprobs: Unchecked<CohereLogprobs>,
  ): readonly ChatStreamItem[] {
    const { text, thinking } = content
    if (typeof thinking === 'string' && thinking !== '') {
      const at = this.#thoughtIndex(index)
      const detail = { type: 'thinking', text: thinking, format: COHERE_FORMAT, index: at } as const
      return this.#chunks.delta({ reasoning_content: thinking, reasoning_details: [detail] })
    }
    return this.#unlessEmpty('content', textOf(text), isObject(logprobs) ? decodeLogprobs([logprobs])! : undefined)
  }

  #thoughtIndex(block: number): number {
    const known = this.#thoughts.get(block)
    if (known !== undefined) return known
    this.#thoughts.set(block, this.#thoughts.size)
    return this.#thoughts.size - 1
  }

  #startCall(index: number, call: UncheckedObject<CohereToolCall>): readonly ChatStreamItem[] {
    const { name, arguments: text } = objectOf(call.function)
    const started: Call = { index: this.#callCount++, hasArguments: false, isNull: false }
    this.#calls.set(index, started)
    const head = { id: textOf(call.id), type: 'function', function: { name: textOf(name), arguments: '' } } as const
    const first = this.#chunks.delta({ tool_calls: [{ index: started.index, ...head }] })
    return [...first, ...this.#arguments(index, textOf(text))]
  }

  /** A single `null` means that the call has no arguments. It is held until more arguments or the call's end arrive. */
  #arguments(index: number, piece: string): readonly ChatStreamItem[] {
    const call = this.#calls.get(index)
    if (call === undefined || piece === '') return []
    if (!call.hasArguments && !call.isNull && piece === 'null') {
      call.isNull = true
      return []
    }
    const text = call.isNull && !call.hasArguments ? `null${piece}` : piece
    call.hasArguments = true
    return this.#argumentChunk(call, text)
  }

  #argumentChunk(call: Call, piece: string): readonly ChatStreamItem[] {
    return this.#chunks.delta({ tool_calls: [{ index: call.index, function: { arguments: piece } }] })
  }

  #endCall(index: number): readonly ChatStreamItem[] {
    const call = this.#calls.get(index)
    this.#calls.delete(index)
    return call === undefined || call.hasArguments ? [] : this.#argumentChunk(call, '{}')
  }

  #finish(delta: {
    readonly finish_reason?: unknown
    readonly usage?: Unchecked<CohereUsage>
    readonly error?: unknown
  }): readonly ChatStreamItem[] {
    const { finish_reason: reason, usage } = delta
    this.#usage = isObject(usage) ? usage : null
    if (reason === 'ERROR') return this.#fail(textOf(delta.error))
    const open = [...this.#calls.keys()].flatMap((index) => this.#endCall(index))
    const usageChunks = this.#chunks.usage(decodeUsage(usage))
    return [...open, ...usageChunks, ...this.#chunks.finish(finishReason(reason, this.#callCount > 0))]
  }

  #fail(message: string): readonly ChatStreamItem[] {
    return this.#chunks.fail({
      message: message || 'The provider ended its response with an error.',
      type: 'server_error',
      code: 'upstream_broken',
      param: null,
    })
  }
}
