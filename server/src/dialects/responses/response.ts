/** Translates a chat completion to a response object of the Responses API. */

import { GatewayError } from '../../core/errors.ts'
import { cachedTokens, openaiFinishReason } from '../chat/host-variants.ts'
import { listedSources } from '../chat/sources.ts'
import type { ChatCompletion, ChatUsage } from '../chat/types.ts'
import { countOf, isObject, objectOf, objectsIn, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { foldedTools } from './offered-tools.ts'
import { newId, OutputItems } from './output-items.ts'
import type { OutputItem, ResponseObject, ResponsesRequest, ResponseUsage } from './types.ts'

export function fromChat(
  completion: UncheckedObject<ChatCompletion>,
  request: UncheckedObject<ResponsesRequest> | RequestEcho,
): ResponseObject {
  const [choice] = Array.isArray(completion.choices) ? completion.choices : []
  if (!isObject(choice) || !isObject(choice.message)) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider’s response is not a chat completion: it has no choice.',
    })
  }
  const echo = request instanceof RequestEcho ? request : echoOf(request)
  const output = new OutputItems(() => '', echo.foldedTools)
  output.add(choice.message, choice.logprobs)
  output.cite(listedSources(completion))
  const ending = endingOf(choice.finish_reason)
  output.finish(ending.status === 'completed')
  return endedResponse(responseHead(echo, completion), ending, output.items(), completion.usage)
}

type EchoedMembers = Required<
  Pick<
    ResponseObject,
    | 'instructions'
    | 'max_output_tokens'
    | 'max_tool_calls'
    | 'metadata'
    | 'model'
    | 'parallel_tool_calls'
    | 'prompt_cache_key'
    | 'reasoning'
    | 'safety_identifier'
    | 'service_tier'
    | 'temperature'
    | 'text'
    | 'tool_choice'
    | 'tools'
    | 'top_logprobs'
    | 'top_p'
    | 'user'
  >
>

export function echoOf(request: UncheckedObject<ResponsesRequest>): RequestEcho {
  const members: EchoedMembers = {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    metadata: objectOf(request.metadata),
    model: textOf(request.model),
    parallel_tool_calls: request.parallel_tool_calls !== false,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...objectOf(request.reasoning) },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: request.service_tier ?? null,
    temperature: request.temperature ?? null,
    text: { format: { type: 'text' }, ...objectOf(request.text) },
    tool_choice: request.tool_choice ?? 'auto',
    // The format requires `parameters` and `strict` of functions.
    tools: objectsIn(request.tools).map((tool) =>
      tool.type === 'function' ? { parameters: null, strict: false, ...tool } : tool,
    ),
    top_logprobs: request.top_logprobs ?? null,
    top_p: request.top_p ?? null,
    user: request.user ?? null,
  }
  return new RequestEcho(members, foldedTools(request))
}

/** A response in progress. `source` is the chat completion or its first chunk. */
export function responseHead(
  echo: RequestEcho,
  source: UncheckedObject<Pick<ChatCompletion, 'created' | 'model' | 'service_tier'>>,
): ResponseObject {
  // `echoOf` built the members, here or in a worker.
  const members = echo.members as EchoedMembers
  return {
    id: newId('resp'),
    object: 'response',
    created_at: countOf(source.created) || nowSeconds(),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: members.instructions,
    max_output_tokens: members.max_output_tokens,
    max_tool_calls: members.max_tool_calls,
    metadata: members.metadata,
    model: textOf(source.model) || members.model,
    output: [],
    parallel_tool_calls: members.parallel_tool_calls,
    previous_response_id: null,
    prompt_cache_key: members.prompt_cache_key,
    reasoning: members.reasoning,
    safety_identifier: members.safety_identifier,
    service_tier: source.service_tier ?? members.service_tier,
    // Always false, even if the caller sent true: a client must not refer to a response that is not stored.
    store: false,
    temperature: members.temperature,
    text: members.text,
    tool_choice: members.tool_choice,
    tools: members.tools,
    top_logprobs: members.top_logprobs,
    top_p: members.top_p,
    truncation: 'disabled',
    usage: null,
    user: members.user,
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

export function endingOf(reason: unknown): Ending {
  const finishReason = openaiFinishReason(reason)
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
  // xAI excludes reasoning from completion_tokens. This shows if there are more reasoning than completion tokens, or if
  // the total is the sum of input, completion and reasoning.
  const isExcluded = reasoning > completionTokens || (reasoning > 0 && total === input + completionTokens + reasoning)
  const output = isExcluded ? completionTokens + reasoning : completionTokens
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cachedTokens(usage),
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
