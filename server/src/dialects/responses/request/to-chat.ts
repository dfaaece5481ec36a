/** A body of `POST /v1/responses` as a body of `POST /v1/chat/completions`. */

import type { JsonObject } from '../../dialect.ts'
import { isAbsent, isObject, listOf, numberOf, objectOf, textOf, unsayable } from '../../framing/json-shape.ts'
import { chatTools } from './chat-tools.ts'
import { chatMessages } from './input-items.ts'

/**
 * Everything https://platform.openai.com/docs/api-reference/responses/create defines. Not said in chat, without harm: hints
 * to OpenAI's own cache and moderation (hosts refuse requests over members they do not know), `include`, `metadata`
 * and `store`, which concern the answer's form or a memory we do not have.
 */
const RESPONSES_MEMBERS: ReadonlySet<string> = new Set([
  'background',
  'context_management',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'moderation',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
])

const NO_STATE = 'No answers are stored here: send the whole input with each request.'

/** Wishes whose silent loss would give another answer than the one asked for. */
const REFUSED: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  previous_response_id: ['this provider keeps no earlier responses.', NO_STATE],
  conversation: ['this provider keeps no conversations.', NO_STATE],
  prompt: ['this provider has no stored prompts of OpenAI’s.', 'Send instructions and input instead.'],
  background: ['this provider answers only while you wait.', 'Leave background out, or send stream: true.'],
  moderation: ['this provider has no moderation of this form.', 'Ask /v1/moderations, or leave the member out.'],
  context_management: ['this provider does not shorten the input.', 'Leave the member out and shorten the input.'],
  messages: ['is a member of chat completions.', 'Send input, or use /v1/chat/completions.'],
}

export function toChat(body: JsonObject): JsonObject {
  refuseUnsayable(body)
  const { model, user, service_tier: tier } = body
  const maxTokens = numberOf(body, 'max_output_tokens')
  const temperature = numberOf(body, 'temperature')
  const topP = numberOf(body, 'top_p')
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !RESPONSES_MEMBERS.has(name))),
    ...(model !== undefined && { model }),
    messages: chatMessages(body),
    ...chatTools(body),
    ...chatText(body['text']),
    ...chatReasoning(body['reasoning']),
    ...chatLogprobs(body),
    // Known to every host, unlike max_completion_tokens, which Mistral and others refuse.
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(!isAbsent(user) && { user }),
    ...(!isAbsent(tier) && tier !== 'auto' && { service_tier: tier }),
    ...(body['stream'] === true && { stream: true }),
  }
}

function refuseUnsayable(body: JsonObject): void {
  for (const [name, [message, hint]] of Object.entries(REFUSED)) {
    const value = body[name]
    if (!isAbsent(value) && value !== false) throw unsayable(name, message, hint)
  }
  const { n } = body
  if (!isAbsent(n) && n !== 1) throw unsayable('n', 'a response has one answer.', 'Send several requests.')
}

function chatText(text: unknown): JsonObject {
  const { format, verbosity } = objectOf(text)
  return { ...chatFormat(format), ...(!isAbsent(verbosity) && { verbosity }) }
}

function chatFormat(format: unknown): JsonObject {
  if (isAbsent(format)) return {}
  const { type, name, schema, strict, description } = objectOf(format)
  if (type === 'text') return {}
  if (type === 'json_object') return { response_format: { type } }
  if (type !== 'json_schema') {
    throw unsayable('text.format.type', `${JSON.stringify(type)} has no equal in chat.`, 'Use text or json_schema.')
  }
  if (!isObject(schema)) throw unsayable('text.format.schema', 'expected a JSON schema.')
  const named = {
    name: textOf(name) || 'answer',
    ...(textOf(description) !== '' && { description }),
    schema,
    ...(typeof strict === 'boolean' && { strict }),
  }
  return { response_format: { type, json_schema: named } }
}

/** `summary` needs no word: readable thinking is given whenever the provider gives it. */
function chatReasoning(reasoning: unknown): JsonObject {
  const { effort } = objectOf(reasoning)
  return isAbsent(effort) ? {} : { reasoning_effort: effort }
}

function chatLogprobs(body: JsonObject): JsonObject {
  const top = numberOf(body, 'top_logprobs') ?? 0
  const isIncluded = listOf(body['include']).includes('message.output_text.logprobs')
  if (top === 0) return isIncluded ? { logprobs: true } : {}
  return { logprobs: true, top_logprobs: top }
}
