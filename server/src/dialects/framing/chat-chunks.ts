/** Writes OpenAI's chat completions and chunks in OpenAI's order, whatever order a provider says things in. */

import type { DialectContext, JsonObject } from '../dialect.ts'

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** The head that a completion and all its chunks share. */
type Head = { readonly id: string; readonly object: string; readonly created: number; readonly model: string }

function newCompletionId(): string {
  return `chatcmpl-${crypto.randomUUID()}`
}

export class ChatChunks {
  readonly #context: DialectContext
  #head: Head | null = null
  #id: string | null = null
  #usage: JsonObject | null = null
  #state: 'open' | 'finished' | 'failed' = 'open'
  #isUsageSaid = false

  constructor(context: DialectContext) {
    this.#context = context
  }

  /** The provider's own id, when it comes before anything else was said. */
  useId(id: string): void {
    if (this.#head === null && id !== '') this.#id = id
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** The chunk that gives the role; empty when it was said already. */
  begin(): JsonObject[] {
    if (this.#head !== null) return []
    const { model, nowSeconds } = this.#context
    this.#head = { id: this.#id ?? newCompletionId(), object: 'chat.completion.chunk', created: nowSeconds, model }
    return [this.#chunk({ role: 'assistant', content: '' }, null)]
  }

  delta(delta: JsonObject, logprobs?: JsonObject): JsonObject[] {
    if (!this.isOpen) return []
    const chunks = this.begin()
    chunks.push(this.#chunk(delta, null, logprobs))
    return chunks
  }

  finish(reason: FinishReason): JsonObject[] {
    if (!this.isOpen) return []
    const chunks = this.begin()
    chunks.push(this.#chunk({}, reason))
    this.#state = 'finished'
    return [...chunks, ...this.#usageChunk()]
  }

  /** Usage may come before or after the finish; it is said after it, once, and only when asked for. */
  usage(usage: JsonObject | null): JsonObject[] {
    this.#usage ??= usage
    return this.#state === 'finished' ? this.#usageChunk() : []
  }

  fail(error: JsonObject): JsonObject[] {
    if (!this.isOpen) return []
    this.#state = 'failed'
    return [{ error }]
  }

  /** After the provider's last byte: nothing, or that the answer was cut. */
  end(): JsonObject[] {
    return this.fail({
      message: 'The provider’s stream ended before the answer was complete.',
      type: 'upstream_error',
      code: 'upstream_broken',
      param: null,
    })
  }

  #usageChunk(): JsonObject[] {
    if (!this.#context.includeUsage || this.#usage === null || this.#isUsageSaid) return []
    this.#isUsageSaid = true
    return [{ ...this.#head, choices: [], usage: this.#usage }]
  }

  #chunk(delta: JsonObject, reason: FinishReason | null, logprobs?: JsonObject): JsonObject {
    const choice = { index: 0, delta, ...(logprobs ? { logprobs } : {}), finish_reason: reason }
    return { ...this.#head, choices: [choice] }
  }
}

export type AnswerMessage = {
  readonly text: string
  readonly toolCalls: readonly JsonObject[]
  readonly reasoningText: string
  readonly reasoningDetails: readonly JsonObject[]
  /** Members of the provider's own that stay on the message. */
  readonly extra?: JsonObject
}

/** A whole answer. A message of tool calls alone has `content: null`, as OpenAI's has. */
export function completion(
  context: DialectContext,
  id: string,
  message: AnswerMessage,
  finishReason: FinishReason,
  usage: JsonObject | null,
  logprobs: JsonObject | null = null,
): JsonObject {
  const { text, toolCalls, reasoningText, reasoningDetails } = message
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
          ...message.extra,
        },
        logprobs,
        finish_reason: finishReason,
      },
    ],
    ...(usage === null ? {} : { usage }),
  }
}
