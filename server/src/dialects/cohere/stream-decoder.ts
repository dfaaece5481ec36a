/** Cohere's v2 stream events as OpenAI's chunks. */

import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { ChatChunks } from '../framing/chat-chunks.ts'
import { countOf, isObject, objectOf, textOf } from '../framing/json-shape.ts'
import { COHERE_FORMAT, decodeLogprobs, decodeUsage, finishReason } from './decode-answer.ts'

type Call = { readonly index: number; hasArguments: boolean; isNull: boolean }

export class CohereStream implements StreamDecoder {
  readonly #chunks: ChatChunks
  /** Calls under way, by Cohere's own index. */
  readonly #calls = new Map<number, Call>()
  #callCount = 0
  /** Content blocks that think, by Cohere's own index, as numbers of `reasoning_details`. */
  readonly #thoughts = new Map<number, number>()
  #usage: JsonObject | null = null

  constructor(context: DialectContext) {
    this.#chunks = new ChatChunks(context)
  }

  event(name: string, data: JsonObject): readonly JsonObject[] {
    const index = countOf(data['index']) ?? 0
    const delta = objectOf(data['delta'])
    const message = objectOf(delta['message'])
    switch (textOf(data['type']) || name) {
      case 'message-start':
        this.#chunks.useId(textOf(data['id']))
        return this.#chunks.begin()
      case 'content-start':
      case 'content-delta':
        return this.#content(index, objectOf(message['content']), data['logprobs'])
      case 'tool-plan-delta':
        return this.#said({ reasoning_content: textOf(message['tool_plan']) })
      case 'tool-call-start':
        return this.#startCall(index, objectOf(message['tool_calls']))
      case 'tool-call-delta':
        return this.#arguments(index, textOf(objectOf(objectOf(message['tool_calls'])['function'])['arguments']))
      case 'tool-call-end':
        return this.#endCall(index)
      case 'citation-start':
        return isObject(message['citations']) ? this.#chunks.delta({ citations: [message['citations']] }) : []
      case 'message-end':
        return this.#finish(delta)
      case 'error':
        return this.#fail(textOf(data['message']) || textOf(data['error']))
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

  #said(delta: Record<string, string>, logprobs?: JsonObject): readonly JsonObject[] {
    return Object.values(delta).every((piece) => piece === '') ? [] : this.#chunks.delta(delta, logprobs)
  }

  #content(index: number, content: JsonObject, logprobs: unknown): readonly JsonObject[] {
    const { text, thinking } = content
    if (typeof thinking === 'string' && thinking !== '') {
      const detail = { type: 'thinking', text: thinking, format: COHERE_FORMAT, index: this.#thoughtIndex(index) }
      return this.#chunks.delta({ reasoning_content: thinking, reasoning_details: [detail] })
    }
    return this.#said({ content: textOf(text) }, isObject(logprobs) ? decodeLogprobs([logprobs])! : undefined)
  }

  #thoughtIndex(block: number): number {
    const known = this.#thoughts.get(block)
    if (known !== undefined) return known
    this.#thoughts.set(block, this.#thoughts.size)
    return this.#thoughts.size - 1
  }

  #startCall(index: number, call: JsonObject): readonly JsonObject[] {
    const { name, arguments: text } = objectOf(call['function'])
    const started: Call = { index: this.#callCount++, hasArguments: false, isNull: false }
    this.#calls.set(index, started)
    const head = { id: textOf(call['id']), type: 'function', function: { name: textOf(name), arguments: '' } }
    const first = this.#chunks.delta({ tool_calls: [{ index: started.index, ...head }] })
    return [...first, ...this.#arguments(index, textOf(text))]
  }

  /** A lone `null` means no arguments; it is held back until more comes or the call ends. */
  #arguments(index: number, piece: string): readonly JsonObject[] {
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

  #argumentChunk(call: Call, piece: string): readonly JsonObject[] {
    return this.#chunks.delta({ tool_calls: [{ index: call.index, function: { arguments: piece } }] })
  }

  #endCall(index: number): readonly JsonObject[] {
    const call = this.#calls.get(index)
    this.#calls.delete(index)
    return call === undefined || call.hasArguments ? [] : this.#argumentChunk(call, '{}')
  }

  #finish(delta: JsonObject): readonly JsonObject[] {
    const reason = delta['finish_reason']
    this.#usage = isObject(delta['usage']) ? delta['usage'] : null
    if (reason === 'ERROR') return this.#fail(textOf(delta['error']))
    const open = [...this.#calls.keys()].flatMap((index) => this.#endCall(index))
    const usage = this.#chunks.usage(decodeUsage(this.#usage))
    return [...open, ...usage, ...this.#chunks.finish(finishReason(reason, this.#callCount > 0))]
  }

  #fail(message: string): readonly JsonObject[] {
    return this.#chunks.fail({
      message: message || 'The provider ended its answer with an error.',
      type: 'server_error',
      code: 'upstream_broken',
      param: null,
    })
  }
}
