/** A whole answer of Cohere's v2 chat as a chat completion, and the words whole answers share with streams. */

import { GatewayError } from '../../core/errors.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { completion, type FinishReason } from '../framing/chat-chunks.ts'
import { countOf, isObject, listOf, notAnAnswer, objectOf, textOf } from '../framing/json-shape.ts'
import type { ReasoningFormat } from '../reasoning/reasoning-format.ts'

export const COHERE_FORMAT: ReasoningFormat = 'cohere-chat-v2'

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['MAX_TOKENS', 'length'],
  // The time was over before the answer was: it is cut, as with a limit of tokens.
  ['TIMEOUT', 'length'],
  ['ERROR_TOXIC', 'content_filter'],
])

/** An answer that was cut says so even when it began a tool call; any other with a tool call is one. */
export function finishReason(reason: unknown, hasToolCalls: boolean): FinishReason {
  return REASONS.get(textOf(reason)) ?? (hasToolCalls ? 'tool_calls' : 'stop')
}

export function decodeAnswer(answer: JsonObject, context: DialectContext): JsonObject {
  if (answer['finish_reason'] === 'ERROR') {
    throw new GatewayError('upstream_broken', { message: 'The provider ended its answer with an error.' })
  }
  const message = answer['message']
  if (!isObject(message)) throw notAnAnswer(context.provider)
  const { content, citations } = message
  const parts = (typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)).map(objectOf)
  const thoughts = parts.map(({ thinking }) => textOf(thinking)).filter((thought) => thought !== '')
  const toolCalls = listOf(message['tool_calls']).map((call) => toolCall(objectOf(call)))
  const decoded = {
    text: parts.map(({ text }) => textOf(text)).join(''),
    toolCalls,
    reasoningText: thoughts.join('') + textOf(message['tool_plan']),
    reasoningDetails: thoughts.map((text) => ({ type: 'thinking', text, format: COHERE_FORMAT })),
    extra: Array.isArray(citations) && citations.length > 0 ? { citations } : {},
  }
  return completion(
    context,
    textOf(answer['id']),
    decoded,
    finishReason(answer['finish_reason'], toolCalls.length > 0),
    decodeUsage(answer['usage']),
    decodeLogprobs(answer['logprobs']),
  )
}

function toolCall(call: JsonObject): JsonObject {
  const { name, arguments: text } = objectOf(call['function'])
  const called = { name: textOf(name), arguments: wholeArguments(textOf(text)) }
  return { id: textOf(call['id']), type: 'function', function: called }
}

/** Cohere says `null`, or nothing, for a call without arguments. */
function wholeArguments(text: string): string {
  return text === '' || text === 'null' ? '{}' : text
}

/** `tokens` is what went through the model; `billed_units` leaves out what Cohere adds by itself. */
export function decodeUsage(usage: unknown): JsonObject | null {
  if (!isObject(usage)) return null
  const counted = isObject(usage['tokens']) ? usage['tokens'] : objectOf(usage['billed_units'])
  const input = countOf(counted['input_tokens'])
  const output = countOf(counted['output_tokens'])
  const cached = countOf(usage['cached_tokens'])
  if (input === null && output === null) return null
  return {
    prompt_tokens: input ?? 0,
    completion_tokens: output ?? 0,
    total_tokens: (input ?? 0) + (output ?? 0),
    ...(cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
  }
}

/** Cohere gives a text with the probabilities of its tokens; the text stands with the first of them. */
export function decodeLogprobs(logprobs: unknown): JsonObject | null {
  if (!Array.isArray(logprobs)) return null
  const content = logprobs.map(objectOf).flatMap(({ text, logprobs: values }) =>
    listOf(values)
      .filter((logprob) => typeof logprob === 'number')
      .map((logprob, i) => ({ token: i === 0 ? textOf(text) : '', logprob, bytes: null, top_logprobs: [] })),
  )
  return { content, refusal: null }
}
