/** A whole answer of Converse as a chat completion. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { completion, type FinishReason } from '../framing/chat-chunks.ts'
import { countOf, isObject, listOf, notAnAnswer, objectOf, textOf } from '../framing/json-shape.ts'
import { ANSWER_TOOL } from './encode-tools.ts'
import { reasoningFormats } from './model-family.ts'

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
])

/** An answer that was cut or filtered says so even when it began a tool call; any other with a tool call is one. */
export function finishReason(stopReason: unknown, hasToolCalls: boolean): FinishReason {
  return REASONS.get(textOf(stopReason)) ?? (hasToolCalls ? 'tool_calls' : 'stop')
}

export function decodeAnswer(answer: JsonObject, context: DialectContext): JsonObject {
  const answered = objectOf(answer['output'])['message']
  if (!isObject(answered)) throw notAnAnswer(context.provider)
  const text: string[] = []
  const toolCalls: JsonObject[] = []
  const reasoningText: string[] = []
  const reasoningDetails: JsonObject[] = []
  const citations: unknown[] = []
  for (const item of listOf(answered['content'])) {
    const block = objectOf(item)
    const { reasoningContent, toolUse, citationsContent } = block
    text.push(textOf(block['text']))
    if (isObject(reasoningContent)) {
      const detail = reasoningDetail(reasoningContent, context.model)
      reasoningText.push(textOf(detail['text']))
      reasoningDetails.push(detail)
    }
    if (isObject(citationsContent)) {
      text.push(...listOf(citationsContent['content']).map((part) => textOf(objectOf(part)['text'])))
      citations.push(...listOf(citationsContent['citations']))
    }
    if (isObject(toolUse) && toolUse['name'] === ANSWER_TOOL) text.push(JSON.stringify(toolUse['input'] ?? {}))
    else if (isObject(toolUse) && isCallersTool(toolUse)) toolCalls.push(toolCall(toolUse))
  }
  const message = {
    text: text.join(''),
    toolCalls,
    reasoningText: reasoningText.join(''),
    reasoningDetails,
    extra: citations.length === 0 ? {} : { citations },
  }
  const reason = finishReason(answer['stopReason'], toolCalls.length > 0)
  return completion(context, '', message, reason, decodeUsage(answer['usage']))
}

/** Tools that the provider runs itself are no calls for the caller. */
export function isCallersTool(toolUse: JsonObject): boolean {
  return toolUse['type'] !== 'server_tool_use'
}

/** Converse counts cached input apart; OpenAI's prompt_tokens are all of the input. */
export function decodeUsage(usage: unknown): JsonObject | null {
  if (!isObject(usage)) return null
  const input = countOf(usage['inputTokens'])
  const output = countOf(usage['outputTokens'])
  const read = countOf(usage['cacheReadInputTokens'])
  const written = countOf(usage['cacheWriteInputTokens'])
  if (input === null && output === null) return null
  const prompt = (input ?? 0) + (read ?? 0) + (written ?? 0)
  const details = {
    ...(read === null ? {} : { cached_tokens: read }),
    ...(written === null ? {} : { cache_write_tokens: written }),
  }
  return {
    prompt_tokens: prompt,
    completion_tokens: output ?? 0,
    total_tokens: prompt + (output ?? 0),
    ...(Object.keys(details).length === 0 ? {} : { prompt_tokens_details: details }),
  }
}

function reasoningDetail(content: JsonObject, model: string): JsonObject {
  const format = reasoningFormats(model)
  const { redactedContent } = content
  if (typeof redactedContent === 'string') return { type: 'redacted', data: redactedContent, format: format.redacted }
  const { text, signature } = objectOf(content['reasoningText'])
  const signed = typeof signature === 'string' ? { signature } : {}
  return { type: 'thinking', text: textOf(text), ...signed, format: format.thinking }
}

function toolCall(toolUse: JsonObject): JsonObject {
  const called = { name: textOf(toolUse['name']), arguments: JSON.stringify(toolUse['input'] ?? {}) }
  return { id: textOf(toolUse['toolUseId']), type: 'function', function: called }
}
