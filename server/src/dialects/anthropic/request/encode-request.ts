/** A chat completions body as the body of Anthropic's Messages endpoint. */

import type { DialectContext, JsonObject } from '../../dialect.ts'
import { withoutLoopThinking } from '../../reasoning/tool-loop.ts'
import { isGiven, isObject, refusal } from '../json-value.ts'
import { encodeMessages } from './encode-messages.ts'
import { encodeSampling, encodeThinking, isThinking, LOOP_WORDS } from './encode-thinking.ts'
import { encodeTools } from './encode-tools.ts'
import { modelTraits } from './model-traits.ts'
import { strictSchema } from './strict-schema.ts'

/** Members of OpenAI's format (and of ours) that are read here or have no equal; every other one goes along as it is. */
const CHAT_MEMBERS = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'n',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'thinking',
  'output_config',
  'user',
  'safety_identifier',
  'metadata',
  'service_tier',
  'modalities',
  'audio',
  'web_search_options',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'store',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'verbosity',
  'moderation',
])

const JSON_INSTRUCTION = 'Answer with a single valid JSON object and nothing else: no prose around it, no code fence.'

export function encodeRequest(body: JsonObject, context: DialectContext): JsonObject {
  refuseUnsayable(body)
  const traits = modelTraits(context.model)
  const { system, messages: turns } = encodeMessages(body)
  const tools = encodeTools(body, traits)
  const { maxTokens, thinking, effort } = encodeThinking(body, traits, { choice: tools.tool_choice, turns })
  const mayThink = isThinking(thinking) || !traits.canStopThinking
  const messages = mayThink ? turns : withoutLoopThinking(turns, LOOP_WORDS)
  const output = encodeOutput(body, effort)
  const isJsonMode = isObject(body.response_format) && body.response_format.type === 'json_object'
  // Anthropic's format needs a schema; OpenAI's JSON mode has none, so the model is told instead.
  if (isJsonMode) system.push({ type: 'text', text: JSON_INSTRUCTION })
  const stop = encodeStop(body.stop)
  return {
    model: context.model,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system }),
    messages,
    ...tools,
    ...(thinking && { thinking }),
    ...(output && { output_config: output }),
    ...encodeSampling(body, traits, thinking),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...encodeIdentity(body),
    ...encodeServiceTier(body.service_tier),
    ...Object.fromEntries(Object.entries(body).filter(([member]) => !CHAT_MEMBERS.has(member))),
    ...(context.isStream && { stream: true }),
  }
}

/** What would change its meaning when dropped is refused. */
function refuseUnsayable(body: JsonObject): void {
  if (isGiven(body.n) && body.n !== 1) {
    throw refusal('n', 'Anthropic gives one answer per call.', 'Leave `n` out and send the call as often as needed.')
  }
  if (Array.isArray(body.modalities) && body.modalities.some((modality) => modality !== 'text')) {
    throw refusal('modalities', 'Anthropic answers in text only.', 'Leave `modalities` out, or use another provider.')
  }
  if (isGiven(body.functions) || isGiven(body.function_call)) {
    throw refusal(
      'functions',
      'The old form of tools cannot be said in Anthropic’s format.',
      'Use `tools` and `tool_choice`.',
    )
  }
}

/** Members of the caller's own output_config win over what is derived. */
function encodeOutput(body: JsonObject, effort: string | null): JsonObject | null {
  const format = encodeFormat(body.response_format)
  const own = isObject(body.output_config) ? body.output_config : {}
  const output: JsonObject = { ...(effort !== null && { effort }), ...(format && { format }), ...own }
  return Object.keys(output).length > 0 ? output : null
}

function encodeFormat(format: unknown): JsonObject | null {
  if (!isObject(format) || format.type === 'text' || format.type === 'json_object') return null
  const described = isObject(format.json_schema) ? format.json_schema : {}
  if (format.type === 'json_schema' && isObject(described.schema)) {
    return { type: 'json_schema', schema: strictSchema(described.schema) }
  }
  throw refusal(
    'response_format',
    'This response format cannot be said in Anthropic’s format.',
    'Use text, json_object, or json_schema with json_schema.schema.',
  )
}

function encodeStop(stop: unknown): string[] {
  const sequences: unknown[] = Array.isArray(stop) ? stop : [stop]
  // Anthropic refuses sequences without a visible character.
  return sequences.filter((sequence): sequence is string => typeof sequence === 'string' && sequence.trim() !== '')
}

/** Anthropic's metadata has this one member; OpenAI's free labels have no place there. */
function encodeIdentity(body: JsonObject): JsonObject {
  const own = isObject(body.metadata) ? body.metadata.user_id : undefined
  const user = [own, body.user, body.safety_identifier].find((value) => typeof value === 'string' && value !== '')
  return user === undefined ? {} : { metadata: { user_id: user } }
}

function encodeServiceTier(tier: unknown): JsonObject {
  if (tier === 'auto' || tier === 'standard_only') return { service_tier: tier }
  return tier === 'default' ? { service_tier: 'standard_only' } : {}
}
