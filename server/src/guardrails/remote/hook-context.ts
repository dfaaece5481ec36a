/** Builds the body for webhooks in the form of Portkey's hook context, so that existing receivers work unchanged. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { CheckInput } from '../check.ts'
import { TYPES_OF } from '../checks/request-checks.ts'

type EventType = 'beforeRequestHook' | 'afterRequestHook'

function eventTypeOf({ direction }: CheckInput): EventType {
  return direction === 'input' ? 'beforeRequestHook' : 'afterRequestHook'
}

/** Leaves out the caller's headers, because they can contain credentials. */
export function hookContext(input: CheckInput): JsonObject {
  const { direction, parts, request, requestBody, responseBody, responseStatus = 200 } = input
  const checked = parts.map(({ text }) => text).join('\n')
  const isInput = direction === 'input'
  return {
    request: {
      json: requestBody ?? {},
      text: isInput ? checked : textOfRequest(requestBody),
      isStreamingRequest: request.isStream,
    },
    response: isInput
      ? { json: {}, text: '', statusCode: null }
      : { json: responseBody ?? {}, text: checked, statusCode: responseStatus },
    provider: request.provider ?? '',
    requestType: TYPES_OF[request.endpoint]?.[0] ?? request.endpoint,
    metadata: request.metadata,
    eventType: eventTypeOf(input),
  }
}

/** The text of the last message, or the prompt. */
export function textOfRequest(body: JsonObject | null): string {
  if (body === null) return ''
  for (const name of ['messages', 'contents', 'input', 'prompt']) {
    const value = body[name]
    if (typeof value === 'string') return value
    if (!Array.isArray(value)) continue
    const last: unknown = value.at(-1)
    return isObject(last) ? textIn(last['content'] ?? last['parts']) : value.filter(isText).join('\n')
  }
  return ''
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => (isObject(part) ? part['text'] : null))
    .filter(isText)
    .join('\n')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
