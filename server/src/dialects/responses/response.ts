/** A chat completion as a response object. */

import { GatewayError } from '../../core/errors.ts'
import type { ChatCompletion, ChatUsage } from '../chat/types.ts'
import { countOf, isObject, objectOf, objectsIn, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import { newId, OutputItems } from './output-items.ts'
import { customToolNames } from './tools.ts'
import type { OutputItem, ResponseObject, ResponsesRequest, ResponseUsage } from './types.ts'

export function fromChat(
  completion: UncheckedObject<ChatCompletion>,
  request: UncheckedObject<ResponsesRequest>,
): ResponseObject {
  const [choice] = Array.isArray(completion.choices) ? completion.choices : []
  if (!isObject(choice) || !isObject(choice.message)) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider’s response is not a chat completion: it has no choice.',
    })
  }
  const output = new OutputItems(() => '', customToolNames(request))
  output.add(choice.message, choice.logprobs)
  const ending = endingOf(choice.finish_reason)
  output.finish(ending.status === 'completed')
  return endedResponse(responseHead(request, completion), ending, output.items(), completion.usage)
}

/** A response in progress. `source` is the chat completion or its first chunk. */
export function responseHead(
  request: UncheckedObject<ResponsesRequest>,
  source: UncheckedObject<Pick<ChatCompletion, 'created' | 'model' | 'service_tier'>>,
): ResponseObject {
  return {
    id: newId('resp'),
    object: 'response',
    created_at: countOf(source.created) || nowSeconds(),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    metadata: objectOf(request.metadata),
    model: textOf(source.model) || textOf(request.model),
    output: [],
    parallel_tool_calls: request.parallel_tool_calls !== false,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...objectOf(request.reasoning) },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: source.service_tier ?? request.service_tier ?? null,
    // Always false, even if the caller sent true: a client must not refer to a response that is not stored.
    store: false,
    temperature: request.temperature ?? null,
    text: { format: { type: 'text' }, ...objectOf(request.text) },
    tool_choice: request.tool_choice ?? 'auto',
    // The format requires `parameters` and `strict` of functions.
    tools: objectsIn(request.tools).map((tool) =>
      tool.type === 'function' ? { parameters: null, strict: false, ...tool } : tool,
    ),
    top_logprobs: request.top_logprobs ?? null,
    top_p: request.top_p ?? null,
    truncation: 'disabled',
    usage: null,
    user: request.user ?? null,
  }
}

export type Ending = Pick<ResponseObject, 'incomplete_details'> & {
  readonly status: 'completed' | 'incomplete' | 'failed'
}

export function endedResponse(
  head: ResponseObject,
  ending: Ending,
  output: OutputItem[],
  usage: Unchecked<ChatUsage>,
): ResponseObject {
  const completedAt = ending.status === 'completed' ? nowSeconds() : null
  return { ...head, ...ending, completed_at: completedAt, output, usage: responseUsage(usage) }
}

export function endingOf(finishReason: unknown): Ending {
  if (finishReason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  if (finishReason === 'content_filter') {
    return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
  }
  return { status: 'completed', incomplete_details: null }
}

/** The format requires both details, so unreported counts are 0. */
function responseUsage(usage: Unchecked<ChatUsage>): ResponseUsage | null {
  if (!isObject(usage)) return null
  const prompt = objectOf(usage.prompt_tokens_details)
  const completion = objectOf(usage.completion_tokens_details)
  const input = countOf(usage.prompt_tokens) ?? 0
  const reasoning = countOf(completion.reasoning_tokens) ?? 0
  const completionTokens = countOf(usage.completion_tokens) ?? 0
  const total = countOf(usage.total_tokens) ?? 0
  // xAI excludes reasoning from completion_tokens. Its total shows that, and so do more reasoning than completion tokens.
  const isExcluded = reasoning > completionTokens || (reasoning > 0 && total === input + completionTokens + reasoning)
  const output = isExcluded ? completionTokens + reasoning : completionTokens
  const cached = prompt.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: countOf(cached) ?? 0,
      cache_write_tokens: countOf(prompt.cache_write_tokens) ?? 0,
      ...audioTokens(prompt),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning, ...audioTokens(completion) },
    total_tokens: Math.max(total, input + output),
  }
}

function audioTokens(details: { readonly audio_tokens?: unknown }): { audio_tokens?: number } {
  const count = countOf(details.audio_tokens)
  return count ? { audio_tokens: count } : {}
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
