/** Translates a Responses request to a chat request. */

import type { ChatRequest, ChatResponseFormat } from '../chat/types.ts'
import type { InboundContext } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  numberMember,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { chatMessages } from './input-items.ts'
import { listed, offeredTools } from './offered-tools.ts'
import { chatTools } from './tools.ts'
import type { ResponsesRequest, TextFormat } from './types.ts'

/**
 * All members in https://platform.openai.com/docs/api-reference/responses/create. Those without a chat equivalent are
 * dropped: hints to OpenAI's cache and moderation, because some hosts reject unknown members, and `include`, `metadata`
 * and `store`, because this gateway builds the response object and stores nothing.
 */
const RESPONSES_MEMBERS: ReadonlySet<string> = new Set([
  'background',
  'client_metadata',
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
] satisfies (keyof ResponsesRequest)[])

const NO_STATE = 'Responses are not stored here: send the whole input with each request.'

/** Members without a chat equivalent whose loss would change the response. */
const REJECTED_MEMBERS = {
  previous_response_id: ['this provider stores no earlier responses.', NO_STATE],
  conversation: ['this provider stores no conversations.', NO_STATE],
  prompt: ['this provider has no stored prompts of OpenAI’s.', 'Send instructions and input instead.'],
  background: ['this provider cannot respond in the background.', 'Leave background out, or send stream: true.'],
  moderation: ['this provider has no moderation in this form.', 'Call /v1/moderations, or leave the member out.'],
  messages: ['is a member of chat completions.', 'Send input, or use /v1/chat/completions.'],
} as const satisfies Partial<Record<keyof ResponsesRequest, readonly [message: string, hint: string]>>

/** Members that limit what OpenAI does. A warning says that they have no effect. */
const LIMITING_MEMBERS = ['context_management', 'max_tool_calls', 'truncation'] as const

/** The context if the provider is unknown. */
const ANY_PROVIDER: InboundContext = { webSearch: { withFunctions: true, byDomain: true }, warn: () => {} }

export function toChat(
  body: UncheckedObject<ResponsesRequest>,
  context: InboundContext = ANY_PROVIDER,
): UncheckedObject<ChatRequest> {
  rejectUnsupported(body)
  const left = LIMITING_MEMBERS.filter((name) => !isAbsent(body[name]) && body[name] !== 'disabled')
  if (left.length > 0) context.warn(`Left out members that this provider does not have: ${listed(left)}.`)
  const offered = offeredTools(body)
  const { model, user, service_tier: tier } = body
  const maxTokens = numberMember(body, 'max_output_tokens')
  const temperature = numberMember(body, 'temperature')
  const topP = numberMember(body, 'top_p')
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !RESPONSES_MEMBERS.has(name))),
    ...(model !== undefined && { model }),
    messages: chatMessages(body, offered, context),
    ...chatTools(body, offered, context),
    ...chatText(body.text),
    ...chatReasoning(body.reasoning),
    ...chatLogprobs(body),
    // Every host accepts max_tokens. Mistral and others reject max_completion_tokens.
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(!isAbsent(user) && { user }),
    ...(!isAbsent(tier) && tier !== 'auto' && { service_tier: tier }),
    ...(body.stream === true && { stream: true }),
  }
}

function rejectUnsupported(body: UncheckedObject<ResponsesRequest>): void {
  for (const name of Object.keys(REJECTED_MEMBERS) as (keyof typeof REJECTED_MEMBERS)[]) {
    const value = body[name]
    const [message, hint] = REJECTED_MEMBERS[name]
    if (!isAbsent(value) && value !== false) throw invalidMember(name, message, hint)
  }
  const { n } = body
  if (!isAbsent(n) && n !== 1)
    throw invalidMember('n', 'this format has one response per request.', 'Send several requests.')
}

function chatText(text: UncheckedObject<ResponsesRequest>['text']): UncheckedObject<ChatRequest> {
  const { format, verbosity } = objectOf(text)
  return { ...chatFormat(format), ...(!isAbsent(verbosity) && { verbosity }) }
}

function chatFormat(format: Unchecked<TextFormat>): { response_format?: ChatResponseFormat } {
  if (isAbsent(format)) return {}
  const { type, name, schema, strict, description } = objectOf(format)
  if (type === 'text') return {}
  if (type === 'json_object') return { response_format: { type } }
  if (type !== 'json_schema') {
    throw invalidMember(
      'text.format.type',
      `chat has no equivalent of ${JSON.stringify(type)}.`,
      'Use text or json_schema.',
    )
  }
  if (!isObject(schema)) throw invalidMember('text.format.schema', 'expected a JSON schema.')
  const named = {
    name: textOf(name) || 'answer',
    ...(textOf(description) !== '' && { description: textOf(description) }),
    schema,
    ...(typeof strict === 'boolean' && { strict }),
  }
  return { response_format: { type, json_schema: named } }
}

/** `summary` is ignored: readable thinking is returned whenever the provider sends it. */
function chatReasoning(reasoning: UncheckedObject<ResponsesRequest>['reasoning']): UncheckedObject<ChatRequest> {
  const { effort } = objectOf(reasoning)
  return isAbsent(effort) ? {} : { reasoning_effort: effort }
}

function chatLogprobs(body: UncheckedObject<ResponsesRequest>): Pick<ChatRequest, 'logprobs' | 'top_logprobs'> {
  const top = numberMember(body, 'top_logprobs') ?? 0
  const isIncluded = listOf(body.include).includes('message.output_text.logprobs')
  if (top === 0) return isIncluded ? { logprobs: true } : {}
  return { logprobs: true, top_logprobs: top }
}
