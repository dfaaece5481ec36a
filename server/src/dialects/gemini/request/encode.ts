/** A chat completions body as a generateContent body. */

import type { DialectContext, JsonObject } from '../../dialect.ts'
import { camelCase, objectOf } from '../members.ts'
import { encodeContents } from './contents.ts'
import { encodeGenerationConfig } from './generation-config.ts'
import { encodeTools } from './tools.ts'

/** What OpenAI's format defines and what this folder reads: translated, or dropped where dropping does no harm. */
const CONSUMED: ReadonlySet<string> = new Set([
  'audio',
  'extra_body',
  'frequency_penalty',
  'function_call',
  'functions',
  'generationConfig',
  'generation_config',
  'google',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'moderation',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'thinking',
  'thinkingConfig',
  'thinking_config',
  'tool_choice',
  'tools',
  'top_k',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
  '__proto__',
])

/** Gemini's own members that callers also write in snake_case. */
const OWN: ReadonlySet<string> = new Set([
  'cached_content',
  'safety_settings',
  'system_instruction',
  'tool_config',
  'labels',
])

export function encodeChat(body: JsonObject, context: DialectContext, sendsCallIds: boolean): JsonObject {
  const out = encodeContents(body['messages'], { model: context.model, sendsCallIds })
  Object.assign(out, encodeTools(body))
  const config = encodeGenerationConfig(body, context.model)
  if (config) out['generationConfig'] = config
  const google = objectOf(objectOf(body['extra_body'])?.['google']) ?? objectOf(body['google']) ?? {}
  for (const source of [google, body]) {
    for (const [name, value] of Object.entries(source)) {
      if (CONSUMED.has(name)) continue
      const own = OWN.has(name) ? camelCase(name) : name
      // Calling config and the choice of a tool are one member: the caller's own part wins, the rest stays.
      out[own] = own === 'toolConfig' ? { ...objectOf(out[own]), ...objectOf(value) } : value
    }
  }
  return out
}
