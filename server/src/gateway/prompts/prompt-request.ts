/**
 * Builds the request of a prompt: the caller's parameters override the saved ones, the rendered template overrides
 * both.
 */

import type { JsonObject } from '../../core/body/json-text.ts'
import { membersOf } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import type { CompiledPrompt } from '../../prompts/compile-prompt.ts'
import type { Variables } from '../../prompts/rendering.ts'

/**
 * Members of the caller's body that are for the gateway or set by the template. Some clients send `prompt_id` in the
 * body.
 */
const NOT_PASSED_ON: ReadonlySet<string> = new Set(['variables', 'prompt_id', 'messages', 'prompt', 'stream'])

export function variablesOf(body: JsonObject): Variables {
  const variables = body['variables'] ?? {}
  if (typeof variables === 'object' && !Array.isArray(variables)) return variables as Variables
  throw new GatewayError('invalid_body', {
    param: 'variables',
    message: 'variables: expected an object of names and values.',
    hint: 'Send {"variables": {"name": "value"}}.',
  })
}

/** The response is streamed only if the caller sets `stream` to true, whatever the saved parameters say. */
function wantsStream(body: JsonObject): boolean {
  const stream = body['stream'] ?? false
  if (typeof stream === 'boolean') return stream
  throw new GatewayError('invalid_body', { param: 'stream', message: 'stream: expected true or false.' })
}

export function requestOf(
  content: PromptContent,
  kind: CompiledPrompt['kind'],
  rendered: unknown,
  body: JsonObject,
): JsonObject {
  const isStream = wantsStream(body)
  // No prototype, so that a parameter named __proto__ is an ordinary parameter.
  const request: Record<string, unknown> = Object.assign(Object.create(null), savedOf(content))
  delete request['stream']
  if (!isStream) delete request['stream_options']
  for (const key of Object.keys(body)) if (!NOT_PASSED_ON.has(key)) request[key] = body[key]
  if (isStream) request['stream'] = true
  delete request['messages']
  delete request['prompt']
  request[kind === 'chat' ? 'messages' : 'prompt'] = rendered
  return request
}

function savedOf({ parameters, model, functions, tools, toolChoice, templateMetadata }: PromptContent): JsonObject {
  const alias = templateMetadata?.['azure_alias']
  const named = typeof alias === 'string' && alias !== '' ? alias : model
  return {
    ...(named !== null && { model: named }),
    ...parameters,
    ...(functions !== null && functions.length > 0 && { functions }),
    ...(tools !== null && tools.length > 0 && { tools }),
    ...(toolChoice !== null && toolChoice !== undefined && { tool_choice: toolChoice }),
  }
}

/** The JSON of the request. Members from `bytes`, the caller's body, keep their spelling: 1.0 stays 1.0. */
export function requestText(request: JsonObject, bytes: Uint8Array): string {
  const sent = new Map<string, string>()
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const { key, valueStart, valueEnd } of membersOf(bytes))
    if (!NOT_PASSED_ON.has(key)) sent.set(key, buffer.toString('utf8', valueStart, valueEnd))
  const members = Object.keys(request).map((key) => {
    return `${JSON.stringify(key)}:${sent.get(key) ?? JSON.stringify(request[key])}`
  })
  return `{${members.join(',')}}`
}
