/** Responses in OpenAI's wire format, complete enough for the official SDK. */

export type Events = {
  /** Sent before the first content. */
  readonly opening: readonly string[]
  content(text: string): string
  /** Sent when the stream completes normally. */
  readonly closing: readonly string[]
  error(error: object): string
}

const CREATED = 1_700_000_000

type RequestBody = { readonly model?: unknown; readonly stream_options?: unknown }

function modelOf(request: RequestBody): string {
  return typeof request.model === 'string' ? request.model : 'sim-model'
}

function usageOf(text: string): object {
  const outputTokens = Math.max(1, Math.ceil(text.length / 4))
  return {
    prompt_tokens: 9,
    completion_tokens: outputTokens,
    total_tokens: 9 + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

export function dataLine(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

export function chatCompletion(request: RequestBody, text: string): object {
  return {
    id: 'chatcmpl-sim',
    object: 'chat.completion',
    created: CREATED,
    model: modelOf(request),
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: usageOf(text),
    service_tier: 'default',
    system_fingerprint: 'fp_sim',
  }
}

export function textCompletion(request: RequestBody, text: string): object {
  return {
    id: 'cmpl-sim',
    object: 'text_completion',
    created: CREATED,
    model: modelOf(request),
    choices: [{ index: 0, text, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(text),
  }
}

export function errorBody(status: number): { readonly error: object } {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error'
  return { error: { message: `Simulated response with status ${status}.`, type, param: null, code: `sim_${status}` } }
}

/** A chunk of a streamed chat completion. */
function chatChunk(request: RequestBody, delta: object, finishReason: string | null = null): object {
  return {
    id: 'chatcmpl-sim',
    object: 'chat.completion.chunk',
    created: CREATED,
    model: modelOf(request),
    system_fingerprint: 'fp_sim',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  }
}

function wantsUsage(request: RequestBody): boolean {
  const options = request.stream_options
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
}

export function chatEvents(request: RequestBody): Events {
  const usage = { ...chatChunk(request, {}), choices: [], usage: usageOf('streamed') }
  return {
    opening: [dataLine(chatChunk(request, { role: 'assistant', content: '', refusal: null }))],
    content: (text) => dataLine(chatChunk(request, { content: text })),
    closing: [
      dataLine(chatChunk(request, {}, 'stop')),
      ...(wantsUsage(request) ? [dataLine(usage)] : []),
      'data: [DONE]\n\n',
    ],
    error: dataLine,
  }
}

export function completionEvents(request: RequestBody): Events {
  const chunk = (text: string, finishReason: string | null) => ({
    id: 'cmpl-sim',
    object: 'text_completion',
    created: CREATED,
    model: modelOf(request),
    choices: [{ index: 0, text, logprobs: null, finish_reason: finishReason }],
  })
  return {
    opening: [],
    content: (text) => dataLine(chunk(text, null)),
    closing: [dataLine(chunk('', 'stop')), 'data: [DONE]\n\n'],
    error: dataLine,
  }
}
