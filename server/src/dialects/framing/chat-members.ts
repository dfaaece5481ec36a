/** Which members of a request are OpenAI's own: the rest goes along as it is, and some cannot be left out in silence. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, unsayable } from './json-shape.ts'

/** Everything https://platform.openai.com/docs/api-reference/chat/create defines; a dialect takes what it can say. */
export const CHAT_MEMBERS: ReadonlySet<string> = new Set([
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
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
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
])

/** The members OpenAI's format does not define. */
export function restOf(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !CHAT_MEMBERS.has(name) && value !== undefined),
  )
}

/** Wishes whose silent loss would give another answer than the one asked for, in formats that have none of them. */
export function refuseUnsayable(body: JsonObject): void {
  const { n, modalities, audio, web_search_options: search } = body
  if (!isAbsent(n) && n !== 1) {
    throw unsayable('n', 'this provider gives one choice per request.', 'Send n: 1, or several requests.')
  }
  const wantsAudio = Array.isArray(modalities) && modalities.some((modality) => modality !== 'text')
  if (wantsAudio || !isAbsent(audio)) {
    throw unsayable(
      wantsAudio ? 'modalities' : 'audio',
      'this provider answers with text only.',
      'Send modalities: ["text"].',
    )
  }
  if (!isAbsent(search)) {
    throw unsayable(
      'web_search_options',
      'this provider has no web search (web_search_options, or the tool web_search).',
      'Leave it out, or choose a provider that searches.',
    )
  }
}
