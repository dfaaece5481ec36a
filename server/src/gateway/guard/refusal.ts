/** A refusal as an ordinary response in the caller's format (`soft_deny`): some agents treat every 4xx as fatal. */

import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { JsonObject } from '../../core/json.ts'
import type { InboundDialect } from '../../dialects/dialect.ts'
import { generateContentInbound } from '../../dialects/generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../../dialects/messages/messages-inbound.ts'
import { responsesInbound } from '../../dialects/responses/responses-inbound.ts'

export const REFUSAL_TEXT = 'This request was blocked by a guardrail.'

const INBOUND: Partial<Record<GuardedFormat, InboundDialect>> = {
  messages: messagesInbound,
  responses: responsesInbound,
  'gemini.generate': generateContentInbound,
  'gemini.stream': generateContentInbound,
}

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const DONE = 'data: [DONE]\n\n'

/**
 * The body: JSON, or the events of a stream. Null if the format cannot express a refusal (embeddings, images).
 * `request` is the body of the request, or its outline.
 */
export function refusalResponse(
  endpoint: GuardedFormat,
  request: JsonObject,
  text: string,
  isStream: boolean,
): Uint8Array | null {
  const inbound = INBOUND[endpoint]
  if (!inbound && endpoint !== 'chat.completions' && endpoint !== 'completions') return null
  const model = typeof request['model'] === 'string' ? request['model'] : ''
  const base = { id: `chatcmpl-${crypto.randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  if (isStream) return Buffer.from(events(endpoint, inbound, base, request, text))
  const choice = { index: 0, message: { role: 'assistant', content: text, refusal: null }, finish_reason: 'stop' }
  const completion = { ...base, object: 'chat.completion', choices: [choice], usage: USAGE }
  if (inbound) return Buffer.from(JSON.stringify(inbound.fromChat(completion, inbound.echoOf(request))))
  if (endpoint === 'chat.completions') return Buffer.from(JSON.stringify(completion))
  const choices = [{ index: 0, text, logprobs: null, finish_reason: 'stop' }]
  return Buffer.from(JSON.stringify({ ...base, object: 'text_completion', choices, usage: USAGE }))
}

function events(
  endpoint: GuardedFormat,
  inbound: InboundDialect | undefined,
  base: JsonObject,
  request: JsonObject,
  text: string,
): string {
  if (endpoint === 'completions') {
    const choices = [{ index: 0, text, logprobs: null, finish_reason: 'stop' }]
    return `data: ${JSON.stringify({ ...base, object: 'text_completion', choices })}\n\n${DONE}`
  }
  const chunk = (delta: JsonObject, reason: string | null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
  const chunks: JsonObject[] = [chunk({ role: 'assistant', content: text }, null), chunk({}, 'stop')]
  const counted = { ...base, object: 'chat.completion.chunk', choices: [], usage: USAGE }
  if (!inbound) return chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + DONE
  const encoder = inbound.stream(inbound.echoOf(request))
  return [...chunks, counted].map((one) => encoder.chunk(one)).join('') + encoder.end()
}
