/** Translates Cohere's complete responses and errors to OpenAI's format. */

import { GatewayError } from '../../core/errors.ts'
import { completion } from '../chat/completion.ts'
import { citedUrls } from '../chat/document-citations.ts'
import type { ReasoningFormat } from '../chat/reasoning.ts'
import { annotationOf } from '../chat/sources.ts'
import type {
  ChatCompletion,
  ChatLogprobs,
  ChatToolCall,
  ChatUsage,
  ErrorResponse,
  FinishReason,
} from '../chat/types.ts'
import type { DialectContext } from '../dialect.ts'
import {
  countOf,
  isObject,
  listOf,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
  unreadableResponse,
} from '../json.ts'
import type { CohereError, CohereLogprobs, CoherePart, CohereResponse, CohereToolCall, CohereUsage } from './types.ts'

export const COHERE_FORMAT: ReasoningFormat = 'cohere-chat-v2'

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['MAX_TOKENS', 'length'],
  // The response is truncated, as at a token limit.
  ['TIMEOUT', 'length'],
  ['ERROR_TOXIC', 'content_filter'],
])

/** A truncated response keeps that reason, even if it has tool calls. */
export function finishReason(reason: unknown, hasToolCalls: boolean): FinishReason {
  return FINISH_REASONS.get(textOf(reason)) ?? (hasToolCalls ? 'tool_calls' : 'stop')
}

export function decodeResponse(response: UncheckedObject<CohereResponse>, context: DialectContext): ChatCompletion {
  if (response.finish_reason === 'ERROR') {
    throw new GatewayError('upstream_broken', { message: 'The provider ended its response with an error.' })
  }
  const { message } = response
  if (!isObject(message)) throw unreadableResponse(context.provider)
  const { content, citations } = message
  const parts: UncheckedObject<CoherePart>[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map((part) => objectOf(part))
  const thoughts = parts.map(({ thinking }) => textOf(thinking)).filter((thought) => thought !== '')
  const toolCalls = listOf(message.tool_calls).map((call) => toolCall(objectOf(call)))
  const decoded = {
    text: parts.map(({ text }) => textOf(text)).join(''),
    toolCalls,
    reasoningText: thoughts.join('') + textOf(message.tool_plan),
    reasoningDetails: thoughts.map((text) => ({ type: 'thinking' as const, text, format: COHERE_FORMAT })),
    citations: Array.isArray(citations) ? citations : [],
    annotations: citedUrls(citations).map(annotationOf),
  }
  return completion(
    context,
    textOf(response.id),
    decoded,
    finishReason(response.finish_reason, toolCalls.length > 0),
    decodeUsage(response.usage),
    decodeLogprobs(response.logprobs),
  )
}

function toolCall(call: UncheckedObject<CohereToolCall>): ChatToolCall {
  const { name, arguments: text } = objectOf(call.function)
  const called = { name: textOf(name), arguments: completeArguments(textOf(text)) }
  return { id: textOf(call.id), type: 'function', function: called }
}

/** Cohere sends `null` or nothing for a call without arguments. */
function completeArguments(text: string): string {
  return text === '' || text === 'null' ? '{}' : text
}

export function decodeUsage(usage: Unchecked<CohereUsage>): ChatUsage | null {
  if (!isObject(usage)) return null
  const counted = isObject(usage.tokens) ? usage.tokens : objectOf(usage.billed_units)
  const input = countOf(counted.input_tokens)
  const output = countOf(counted.output_tokens)
  const cached = countOf(usage.cached_tokens)
  if (input === null && output === null) return null
  return {
    prompt_tokens: input ?? 0,
    completion_tokens: output ?? 0,
    total_tokens: (input ?? 0) + (output ?? 0),
    ...(cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
  }
}

/** Cohere reports one text for several tokens. The first token gets the text, the others get an empty one. */
export function decodeLogprobs(logprobs: Unchecked<CohereLogprobs[]>): ChatLogprobs | null {
  if (!Array.isArray(logprobs)) return null
  const content = logprobs
    .map((item) => objectOf(item))
    .flatMap(({ text, logprobs: values }) =>
      listOf(values)
        .filter((logprob) => typeof logprob === 'number')
        .map((logprob, i) => ({ token: i === 0 ? textOf(text) : '', logprob, bytes: null, top_logprobs: [] })),
    )
  return { content, refusal: null }
}

/** https://docs.cohere.com/reference/errors */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  498: 'authentication_error',
  503: 'overloaded_error',
}

export function decodeError(status: number, body: unknown): ErrorResponse {
  const { message, error }: UncheckedObject<CohereError> = objectOf(body)
  const text = typeof body === 'string' ? body : textOf(message) || textOf(error)
  return {
    error: {
      message: text.trim() === '' ? `The provider returned HTTP ${status} without a message.` : text,
      type: ERROR_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: null,
      code: null,
    },
  }
}
