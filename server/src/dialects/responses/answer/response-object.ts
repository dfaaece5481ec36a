/** The response object around the items: what the caller asked, repeated, and how the answer ended. */

import type { JsonObject } from '../../dialect.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../framing/json-shape.ts'
import { RequestEcho } from '../../request-echo.ts'
import { customToolNames } from '../custom-tool.ts'
import { newId } from './output-item.ts'

export type Ending = {
  readonly status: 'completed' | 'incomplete' | 'failed'
  readonly incomplete_details: JsonObject | null
}

export function echoOf(request: JsonObject): RequestEcho {
  const { text, reasoning, metadata, tools } = request
  const members = {
    instructions: request['instructions'] ?? null,
    max_output_tokens: request['max_output_tokens'] ?? null,
    max_tool_calls: request['max_tool_calls'] ?? null,
    metadata: isObject(metadata) ? metadata : {},
    model: textOf(request['model']),
    parallel_tool_calls: request['parallel_tool_calls'] !== false,
    prompt_cache_key: request['prompt_cache_key'] ?? null,
    reasoning: { effort: null, summary: null, ...objectOf(reasoning) },
    safety_identifier: request['safety_identifier'] ?? null,
    service_tier: request['service_tier'] ?? null,
    temperature: request['temperature'] ?? null,
    text: { format: { type: 'text' }, ...objectOf(text) },
    tool_choice: request['tool_choice'] ?? 'auto',
    tools: listOf(tools).filter(isObject).map(echoTool),
    top_logprobs: request['top_logprobs'] ?? null,
    top_p: request['top_p'] ?? null,
    user: request['user'] ?? null,
  }
  return new RequestEcho(members, customToolNames(request))
}

/** A response under way. `answer` is the chat completion or a chunk of it. */
export function responseHead({ members }: RequestEcho, answer: JsonObject): JsonObject {
  return {
    id: newId('resp'),
    object: 'response',
    created_at: countOf(answer['created']) || nowSeconds(),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: members['instructions'],
    max_output_tokens: members['max_output_tokens'],
    max_tool_calls: members['max_tool_calls'],
    metadata: members['metadata'],
    model: textOf(answer['model']) || members['model'],
    output: [],
    parallel_tool_calls: members['parallel_tool_calls'],
    previous_response_id: null,
    prompt_cache_key: members['prompt_cache_key'],
    reasoning: members['reasoning'],
    safety_identifier: members['safety_identifier'],
    service_tier: answer['service_tier'] ?? members['service_tier'],
    // Whatever was asked: nothing is kept, and a client that believed otherwise would refer to it.
    store: false,
    temperature: members['temperature'],
    text: members['text'],
    tool_choice: members['tool_choice'],
    tools: members['tools'],
    top_logprobs: members['top_logprobs'],
    top_p: members['top_p'],
    truncation: 'disabled',
    usage: null,
    user: members['user'],
  }
}

/** The same response at its end. */
export function endedResponse(head: JsonObject, ending: Ending, output: JsonObject[], usage: unknown): JsonObject {
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

/** Both details are required by the format, so what a provider did not count reads 0 there. */
function responseUsage(usage: unknown): JsonObject | null {
  if (!isObject(usage)) return null
  const prompt = objectOf(usage['prompt_tokens_details'])
  const completion = objectOf(usage['completion_tokens_details'])
  const input = countOf(usage['prompt_tokens']) ?? 0
  const reasoning = countOf(completion['reasoning_tokens']) ?? 0
  const said = countOf(usage['completion_tokens']) ?? 0
  const total = countOf(usage['total_tokens']) ?? 0
  // xAI counts reasoning beside the output, not in it: its total tells, and output can never be less than its part.
  const isBeside = reasoning > said || (reasoning > 0 && total === input + said + reasoning)
  const output = isBeside ? said + reasoning : said
  // Moonshot and DeepSeek have names of their own for what was read from the cache.
  const cached = prompt['cached_tokens'] ?? usage['cached_tokens'] ?? usage['prompt_cache_hit_tokens']
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: countOf(cached) ?? 0,
      cache_write_tokens: countOf(prompt['cache_write_tokens']) ?? 0,
      ...audioTokens(prompt),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning, ...audioTokens(completion) },
    total_tokens: Math.max(total, input + output),
  }
}

function audioTokens(details: JsonObject): JsonObject {
  const count = countOf(details['audio_tokens'])
  return count ? { audio_tokens: count } : {}
}

/** The format requires both members of a function; `strict` is only what the caller asked for. */
function echoTool(tool: JsonObject): JsonObject {
  return tool['type'] === 'function' ? { parameters: null, strict: false, ...tool } : tool
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
