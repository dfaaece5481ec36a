/** The check `addPrefix`: puts a text before a message of the request. */

import { z } from 'zod'
import type { JsonObject } from '../../core/body/json-text.ts'
import { isObject } from '../../core/json.ts'
import type { Check, CheckInput } from '../check.ts'
import { flag, text } from './parameter-schemas.ts'

export const addPrefixParameters = z.strictObject({
  prefix: text(16_384).describe('The text to put in front of a message.'),
  applyToRole: z
    .enum(['user', 'system', 'assistant', 'developer', 'tool'], { error: 'the role of a message' })
    .default('user')
    .describe('The role of the message that gets the prefix.'),
  addToExisting: flag.default(true).describe('False: add a message with the prefix before the existing one.'),
  onlyIfEmpty: flag.default(false).describe('Only if the request has no message with this role, or an empty one.'),
})
type Parameters = z.output<typeof addPrefixParameters>

export function compileAddPrefix(id: string, parameters: Parameters): Check {
  return {
    id,
    kind: 'whole',
    messages: 'last',
    run: (input) => {
      const requestBody = withPrefix(input, parameters)
      const data = { applyToRole: parameters.applyToRole }
      return requestBody === null ? { verdict: true, data } : { verdict: true, data, requestBody }
    },
  }
}

/** Null if nothing is added: a response, a body without messages, or `onlyIfEmpty` and a message that is not empty. */
function withPrefix({ direction, requestBody, request }: CheckInput, parameters: Parameters): JsonObject | null {
  if (direction === 'output' || requestBody === null) return null
  const { prefix, applyToRole } = parameters
  if (request.endpoint === 'messages' && applyToRole === 'system') {
    return withContent(requestBody, 'system', requestBody['system'], parameters, 'text')
  }
  for (const [member, partType] of [
    ['messages', 'text'],
    ['input', 'input_text'],
  ] as const) {
    const list = requestBody[member]
    if (!Array.isArray(list) || !list.some((message) => isObject(message) && 'role' in message)) continue
    const messages: unknown[] = [...list]
    const at = messages.findIndex((message) => isObject(message) && message['role'] === applyToRole)
    if (at === -1) {
      const added = { role: applyToRole, content: prefix }
      if (applyToRole === 'system' || applyToRole === 'developer') messages.unshift(added)
      else messages.push(added)
    } else {
      const message = messages[at] as JsonObject
      if (parameters.onlyIfEmpty && !isEmpty(message['content'])) return null
      if (!parameters.addToExisting) messages.splice(at, 0, { role: applyToRole, content: prefix })
      else messages[at] = { ...message, content: prefixed(message['content'], prefix, partType) }
    }
    return { ...requestBody, [member]: messages }
  }
  for (const member of ['prompt', 'input']) {
    if (typeof requestBody[member] === 'string' && applyToRole === 'user') {
      return withContent(requestBody, member, requestBody[member], parameters, 'text')
    }
  }
  return null
}

function withContent(
  body: JsonObject,
  member: string,
  content: unknown,
  { prefix, onlyIfEmpty }: Parameters,
  partType: string,
): JsonObject | null {
  if (onlyIfEmpty && !isEmpty(content)) return null
  return { ...body, [member]: prefixed(content, prefix, partType) }
}

function isEmpty(content: unknown): boolean {
  if (content === undefined || content === null) return true
  return typeof content === 'string' ? content.trim() === '' : Array.isArray(content) && content.length === 0
}

/** Adds the prefix to the first part if that is text, else as a new part before it. */
function prefixed(content: unknown, prefix: string, partType: string): unknown {
  if (!Array.isArray(content)) return `${prefix}${typeof content === 'string' ? content : ''}`
  const [first, ...rest] = content as unknown[]
  if (isObject(first) && typeof first['text'] === 'string')
    return [{ ...first, text: `${prefix}${first['text']}` }, ...rest]
  return [{ type: partType, text: prefix }, ...(content as unknown[])]
}
