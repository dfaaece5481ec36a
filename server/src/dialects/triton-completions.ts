/**
 * Translates completions for Triton's generate extension
 * (https://github.com/triton-inference-server/server/blob/main/docs/protocol/extension_generate.md).
 */

import type { Dialect, DialectContext, JsonObject, StreamDecoder } from './dialect.ts'
import { decodeVariantError } from './embeddings.ts'
import { invalidMember, isAbsent, listOf, textOf, unreadableResponse } from './json.ts'

/** Members of OpenAI's format that Triton has under another name or not at all. All others are forwarded. */
const OPENAI_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'stop',
  'n',
  'stream',
  'stream_options',
  'user',
])

/** Triton reports no token counts. */
export const tritonCompletions: Dialect = {
  name: 'triton-completions',
  framing: 'sse',
  encode(body, { isStream }) {
    const { n, stop } = body
    if (!isAbsent(n) && n !== 1) throw invalidMember('n', 'Triton returns one completion.')
    const own = Object.fromEntries(Object.entries(body).filter(([name]) => !OPENAI_MEMBERS.has(name)))
    return {
      text_input: promptOf(body['prompt']),
      ...(!isAbsent(stop) && { stop_words: typeof stop === 'string' ? [stop] : stop }),
      ...(isStream && { stream: true }),
      ...own,
    }
  },
  decode(response, context) {
    const text = response['text_output']
    if (typeof text !== 'string') throw unreadableResponse(context.provider)
    return completionOf(text, 'stop', context)
  },
  decodeError: decodeVariantError,
  stream: (context) => decoderFor(context),
}

function promptOf(prompt: unknown): string {
  const only = Array.isArray(prompt) && prompt.length === 1 ? listOf(prompt)[0] : prompt
  if (typeof only === 'string') return only
  throw invalidMember('prompt', 'Triton takes one text.')
}

function completionOf(text: string, reason: string | null, { model, nowSeconds }: DialectContext): JsonObject {
  return {
    id: `cmpl-triton-${nowSeconds}`,
    object: 'text_completion',
    created: nowSeconds,
    model,
    choices: [{ text, index: 0, logprobs: null, finish_reason: reason }],
  }
}

function decoderFor(context: DialectContext): StreamDecoder {
  let hasFailed = false
  return {
    event(_name, data) {
      const failure = textOf(data['error'])
      hasFailed ||= failure !== ''
      return failure === ''
        ? [completionOf(textOf(data['text_output']), null, context)]
        : [decodeVariantError(500, data)]
    },
    end: () => (hasFailed ? [] : [completionOf('', 'stop', context)]),
    counted: () => null,
  }
}
