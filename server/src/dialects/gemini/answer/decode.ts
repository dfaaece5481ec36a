/** A whole generateContent answer as a chat completion. */

import { GatewayError } from '../../../core/errors.ts'
import type { DialectContext, JsonObject } from '../../dialect.ts'
import { listOf, numberOf, objectOf, textOf } from '../members.ts'
import { CandidateReader, type Delta } from './candidate-reader.ts'
import { finishReason } from './finish-reason.ts'
import { decodeLogprobs } from './logprobs.ts'
import { decodeUsage } from './usage.ts'

export function decodeChat(answer: JsonObject, context: DialectContext): JsonObject {
  const id = textOf(answer['responseId']) ?? `${context.provider}-${crypto.randomUUID()}`
  const usage = decodeUsage(answer['usageMetadata'])
  const candidates = listOf(answer['candidates'])
  const blocked = blockReason(answer)
  if (candidates.length === 0 && blocked === null && usage === null) {
    throw new GatewayError('upstream_broken', { message: `The answer of ${context.provider} has no candidates.` })
  }
  return {
    id,
    object: 'chat.completion',
    created: context.nowSeconds,
    model: textOf(answer['modelVersion']) ?? context.model,
    choices: candidates.length > 0 ? candidates.map((value, i) => decodeCandidate(value, i, id)) : [noAnswer(blocked)],
    ...(usage && { usage }),
  }
}

/** Why the prompt was not answered at all, as a sentence; null when it was. */
export function blockReason(answer: JsonObject): string | null {
  const feedback = objectOf(answer['promptFeedback'])
  const reason = textOf(feedback?.['blockReason'])
  if (reason === null) return null
  const message = textOf(feedback?.['blockReasonMessage'])
  return `The prompt was blocked (${reason})${message === null ? '.' : `: ${message}`}`
}

function noAnswer(blocked: string | null): JsonObject {
  const message = { role: 'assistant', content: blocked === null ? '' : null, refusal: blocked }
  return { index: 0, message, logprobs: null, finish_reason: blocked === null ? 'stop' : 'content_filter' }
}

function decodeCandidate(value: unknown, position: number, answerId: string): JsonObject {
  const candidate = objectOf(value) ?? {}
  const index = numberOf(candidate['index']) ?? position
  const reader = new CandidateReader(answerId, index)
  const delta = reader.finish(reader.read(objectOf(candidate['content'])?.['parts']))
  return {
    index,
    message: messageOf(delta),
    logprobs: decodeLogprobs(candidate['logprobsResult']),
    finish_reason: finishReason(textOf(candidate['finishReason']) ?? '', reader.hasCalls),
  }
}

/** Only streams need the indexes that tell pieces together. */
function messageOf(delta: Delta): JsonObject {
  const { content, reasoning_content, reasoning_details, tool_calls, images } = delta
  const message: JsonObject = { role: 'assistant', content: content ?? (tool_calls ? null : ''), refusal: null }
  if (reasoning_content !== undefined) message['reasoning_content'] = reasoning_content
  if (reasoning_details) message['reasoning_details'] = reasoning_details.map(withoutIndex)
  if (tool_calls) message['tool_calls'] = tool_calls.map(withoutIndex)
  if (images) message['images'] = images.map(withoutIndex)
  return message
}

function withoutIndex(item: object): JsonObject {
  const { index: _, ...rest } = item as JsonObject
  return rest
}
