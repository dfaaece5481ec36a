/** Builds chat completions and stream chunks in OpenAI's order, whatever the order of the provider's parts. */

import type { DialectContext } from '../dialect.ts'
import type {
  ChatAnnotation,
  ChatChunk,
  ChatCompletion,
  ChatDelta,
  ChatLogprobs,
  ChatStreamItem,
  ChatToolCall,
  ChatUsage,
  ErrorBody,
  FinishReason,
  ReasoningDetail,
} from './types.ts'

/** The members that all chunks of a stream share. */
type Head = Omit<ChatChunk, 'choices'>

function newCompletionId(): string {
  return `chatcmpl-${crypto.randomUUID()}`
}

export class ChatChunks {
  readonly #context: DialectContext
  #head: Head | null = null
  #id: string | null = null
  #usage: ChatUsage | null = null
  #state: 'open' | 'finished' | 'failed' = 'open'
  #isUsageSent = false

  constructor(context: DialectContext) {
    this.#context = context
  }

  /** Uses the provider's id. Has no effect after the first chunk. */
  useId(id: string): void {
    if (this.#head === null && id !== '') this.#id = id
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** The chunk with the role; empty if it was already sent. */
  begin(): ChatStreamItem[] {
    if (this.#head !== null) return []
    return [this.#chunk({ role: 'assistant', content: '' }, null)]
  }

  delta(delta: ChatDelta, logprobs?: ChatLogprobs): ChatStreamItem[] {
    if (!this.isOpen) return []
    const chunks = this.begin()
    chunks.push(this.#chunk(delta, null, logprobs))
    return chunks
  }

  finish(reason: FinishReason): ChatStreamItem[] {
    if (!this.isOpen) return []
    const chunks = this.begin()
    chunks.push(this.#chunk({}, reason))
    this.#state = 'finished'
    return [...chunks, ...this.#usageChunk()]
  }

  /** Providers report usage before or after the finish reason. It is sent once, as the last chunk, if requested. */
  usage(usage: ChatUsage | null): ChatStreamItem[] {
    this.#usage ??= usage
    return this.#state === 'finished' ? this.#usageChunk() : []
  }

  fail(error: ErrorBody): ChatStreamItem[] {
    if (!this.isOpen) return []
    this.#state = 'failed'
    return [{ error }]
  }

  /** Called after the provider's last byte. Returns an error if the stream did not finish. */
  end(): ChatStreamItem[] {
    return this.fail({
      message: 'The provider’s stream ended before the response was complete.',
      type: 'upstream_error',
      code: 'upstream_broken',
      param: null,
    })
  }

  #usageChunk(): ChatStreamItem[] {
    if (!this.#context.includeUsage || this.#usage === null || this.#isUsageSent) return []
    this.#isUsageSent = true
    return [{ ...this.#sharedHead(), choices: [], usage: this.#usage }]
  }

  #chunk(delta: ChatDelta, reason: FinishReason | null, logprobs?: ChatLogprobs): ChatChunk {
    const choice = { index: 0, delta, ...(logprobs ? { logprobs } : {}), finish_reason: reason }
    return { ...this.#sharedHead(), choices: [choice] }
  }

  #sharedHead(): Head {
    const { model, nowSeconds } = this.#context
    this.#head ??= { id: this.#id ?? newCompletionId(), object: 'chat.completion.chunk', created: nowSeconds, model }
    return this.#head
  }
}

export type DecodedMessage = {
  readonly text: string
  readonly toolCalls: ChatToolCall[]
  readonly reasoningText: string
  readonly reasoningDetails: ReasoningDetail[]
  /** Sources, in the provider's format. */
  readonly citations: unknown[]
  readonly annotations?: ChatAnnotation[]
}

/** A complete response. `content` is null if the message only has tool calls, as in OpenAI's responses. */
export function completion(
  context: DialectContext,
  id: string,
  message: DecodedMessage,
  finishReason: FinishReason,
  usage: ChatUsage | null,
  logprobs: ChatLogprobs | null = null,
): ChatCompletion {
  const { text, toolCalls, reasoningText, reasoningDetails, citations, annotations = [] } = message
  return {
    id: id === '' ? newCompletionId() : id,
    object: 'chat.completion',
    created: context.nowSeconds,
    model: context.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && toolCalls.length > 0 ? null : text,
          refusal: null,
          ...(reasoningText === '' ? {} : { reasoning_content: reasoningText }),
          ...(reasoningDetails.length === 0 ? {} : { reasoning_details: reasoningDetails }),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
          ...(citations.length === 0 ? {} : { citations }),
          ...(annotations.length === 0 ? {} : { annotations }),
        },
        logprobs,
        finish_reason: finishReason,
      },
    ],
    ...(usage === null ? {} : { usage }),
  }
}
