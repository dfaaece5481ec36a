/** A chat completions body as a generateContent body. */

import type { DialectContext, JsonObject } from '../../dialect.ts'
import { CHAT_MEMBERS } from '../../framing/chat-members.ts'
import { camelCase, objectOf } from '../members.ts'
import { encodeContents } from './contents.ts'
import { encodeGenerationConfig } from './generation-config.ts'
import { encodeTools } from './tools.ts'

/** What OpenAI's format defines and what this folder reads: translated, or dropped where dropping does no harm. */
const CONSUMED: ReadonlySet<string> = new Set([
  ...CHAT_MEMBERS,
  'extra_body',
  'generationConfig',
  'generation_config',
  'google',
  'moderation',
  'prompt_cache_options',
  'thinking',
  'thinkingConfig',
  'thinking_config',
  'top_k',
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
